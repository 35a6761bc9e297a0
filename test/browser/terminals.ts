import type { Terminal } from "@xterm/xterm";
import type { Page } from "playwright-core";
import type { TestDaemon } from "../fixtures/daemon.ts";
import { waitFor } from "../fixtures/wait-for.ts";

/** An element of the page that draws a terminal. */
export type TerminalPlace = HTMLElement & { readonly terminal: Terminal };

export interface TestWindow {
  readonly socket: string;
  readonly window: string;
  /** tmux's ids, in the order of the layout. */
  readonly panes: readonly string[];
}

/** Starts a session whose first pane runs `command`. */
export async function startWindow(
  daemon: TestDaemon,
  name: string,
  command: string,
  { cols = 100, rows = 30 } = {},
): Promise<TestWindow> {
  const size = ["-x", String(cols), "-y", String(rows)];
  // The second try of a test meets what the first one left behind.
  await daemon.tmux("kill-session", "-t", `=${name}`);
  const { stderr, status } = await daemon.tmux("new-session", "-d", "-s", name, ...size, command);
  if (status !== 0) throw new Error(`new-session failed: ${stderr}`);
  return windowOf(daemon, name);
}

/** The window that a session shows now. */
export async function windowOf(daemon: TestDaemon, session: string): Promise<TestWindow> {
  const format = "#{socket_path}\t#{window_id}\t#{pane_id}";
  const { stdout } = await daemon.tmux("list-panes", "-t", `=${session}:`, "-F", format);
  const rows = stdout
    .trimEnd()
    .split("\n")
    .map((line) => line.split("\t"));
  const [socket = "", window = ""] = rows[0] ?? [];
  return { socket, window, panes: rows.map(([, , pane = ""]) => pane) };
}

/** Shows a window and waits until every terminal in it has a screen. */
export async function showWindow(page: Page, { socket, window, panes }: TestWindow): Promise<void> {
  await page.evaluate(
    (hash) => {
      location.hash = hash;
    },
    `#/w/${encodeURIComponent(socket)}/${encodeURIComponent(window)}`,
  );
  const isNarrow = (page.viewportSize()?.width ?? 0) < 700;
  for (const pane of isNarrow ? [] : panes) await terminalPlace(page, pane).waitFor();
  await page.locator(".terminal-place .xterm-screen").first().waitFor();
}

export function pane(page: Page, id: string) {
  return page.locator(`[data-pane="${id}"]`);
}

export function terminalPlace(page: Page, id: string) {
  return pane(page, id).locator(".terminal-place");
}

/** Everything that a pane's terminal holds, lines that wrap joined, without blanks at their ends. */
export function textOf(page: Page, id: string): Promise<string> {
  return terminalPlace(page, id).evaluate((element) => {
    const { buffer } = (element as TerminalPlace).terminal;
    const lines: string[] = [];
    for (let at = 0; at < buffer.active.length; at++) {
      const line = buffer.active.getLine(at)!;
      const text = line.translateToString(!buffer.active.getLine(at + 1)?.isWrapped);
      if (line.isWrapped) lines[lines.length - 1] += text;
      else lines.push(text);
    }
    return lines
      .map((line) => line.trimEnd())
      .join("\n")
      .trimEnd();
  });
}

export async function waitForText(page: Page, id: string, wanted: string | RegExp): Promise<string> {
  let last = "";
  const has = () => (typeof wanted === "string" ? last.includes(wanted) : wanted.test(last));
  await waitFor(
    async () => {
      last = await textOf(page, id);
      return has();
    },
    () => `${wanted} in the terminal, which shows ${JSON.stringify(last.slice(-500))}`,
  );
  return last;
}

/** The pane's text as the daemon has it, with all of its history, in the form of `textOf`. */
export async function capture(daemon: TestDaemon, id: string): Promise<string> {
  const { stdout } = await daemon.tmux("capture-pane", "-p", "-J", "-S", "-", "-t", id);
  return stdout
    .split("\n")
    .map((line) => line.trimEnd())
    .join("\n")
    .trimEnd();
}

/** Puts the keys into a pane, once it has a screen: the page types nothing before that, and says so. */
export async function focus(page: Page, id: string): Promise<void> {
  await page.locator(`[data-pane="${id}"]:not(.opening)`).waitFor();
  await pane(page, id).locator(".xterm-helper-textarea").focus();
}

/** Types into a pane as a person does. */
export async function type(page: Page, id: string, text: string): Promise<void> {
  await focus(page, id);
  await page.keyboard.type(text);
}

/** The middle of a cell, from the corner of a pane's screen. */
export async function cellsOf(page: Page, id: string) {
  const { width, height } = await terminalPlace(page, id).evaluate((element) => {
    const { terminal } = element as TerminalPlace;
    const { clientWidth, clientHeight } = element.querySelector(".xterm-screen") ?? element;
    return { width: clientWidth / terminal.cols, height: clientHeight / terminal.rows };
  });
  return (column: number, line: number) => ({ x: (column + 0.5) * width, y: (line + 0.5) * height });
}
