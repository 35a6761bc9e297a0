import type { PagePane, PageWindow } from "../../../protocol/page.ts";
import { paneAddress, splitPlace } from "../connection/host-address.ts";
import { command, newestOutput, ask as request } from "../connection/request.ts";
import { addressOf } from "../route.ts";
import { findOlder, type OlderLines } from "../terminal/find.ts";
import { ask, askText } from "./ask.tsx";

/** What a person can do with a pane or a window. Each is a tmux command, so every terminal of the session sees it. */
const run = (pane: PagePane, ...argv: string[]) => command(pane.socket, argv);

export function split(pane: PagePane, direction: "right" | "down"): Promise<string> {
  const flag = direction === "right" ? "-h" : "-v";
  return run(pane, "split-window", flag, "-t", pane.pane_id, "-c", "#{pane_current_path}");
}

export const select = (pane: PagePane) => run(pane, "select-pane", "-t", pane.pane_id);
export const zoom = (pane: PagePane) => run(pane, "resize-pane", "-Z", "-t", pane.pane_id);
export const restart = (pane: PagePane) => run(pane, "respawn-pane", "-t", pane.pane_id);

/** Lines of the pane's whole history, as the daemon has it, before the newest `held` ones. */
export async function searchHistory(pane: PagePane, text: string, held: number): Promise<OlderLines> {
  const words = ["capture-pane", "-p", "-S", "-", "-t", pane.pane_id];
  const { stdout, cut = false } = await newestOutput(pane.socket, words);
  return { lines: findOlder(stdout, text, held), isCut: cut };
}

/** Asks first if a program would end with the pane. */
export async function close(pane: PagePane): Promise<void> {
  if (isBusy(pane) && !(await confirmClose(pane))) return;
  await run(pane, "kill-pane", "-t", pane.pane_id);
}

/** A shell at its prompt and a program that has ended lose nothing. */
export function isBusy({ exit_code, agent, foreground, command: argv }: PagePane): boolean {
  if (exit_code !== undefined) return false;
  if (agent.state === "working" || agent.state === "waiting") return true;
  // With more words, a shell runs a command, and its name says nothing about that.
  const name = foreground || (argv[0]?.split("/").at(-1) ?? "");
  const isShell = argv.length <= 1 && /^-?(ba|z|fi|da|k|c|tc)?sh$/.test(name);
  return !isShell;
}

function confirmClose(pane: PagePane): Promise<boolean> {
  const program = pane.agent.program || pane.foreground || "A program";
  return ask({
    title: `Close ${pane.name}?`,
    text: `${program} still runs there and would end.`,
    yes: "Close",
  });
}

/** The pane becomes a window of its own, which the page shows then. */
export async function breakOut(pane: PagePane): Promise<void> {
  const words = ["break-pane", "-d", "-s", pane.pane_id, "-P", "-F", "#{window_id}"];
  const windowId = (await run(pane, ...words)).trim();
  location.hash = addressOf({ view: "window", socket: pane.socket, windowId });
}

/** Moves the pane into another window of its server. */
export async function join(
  pane: PagePane,
  target: Pick<PageWindow, "session_id" | "window_id">,
): Promise<void> {
  await run(pane, "join-pane", "-s", pane.pane_id, "-t", `${target.session_id}:${target.window_id}`);
  location.hash = addressOf({ view: "window", socket: pane.socket, windowId: target.window_id });
}

export const swap = (pane: PagePane, withPane: string) =>
  run(pane, "swap-pane", "-d", "-s", pane.pane_id, "-t", withPane);

/** Moves the border between two panes to a length of what stands before it, or by cells to the right or down. */
export const moveBorder = (
  before: PagePane | undefined,
  after: PagePane | undefined,
  move: { readonly length: number } | { readonly by: number },
): Promise<unknown> =>
  before && after
    ? request(paneAddress(before.id, "border"), { after: splitPlace(after.id).there, ...move })
    : Promise.resolve();

export const LAYOUTS = [
  "tiled",
  "even-horizontal",
  "even-vertical",
  "main-vertical",
  "main-horizontal",
] as const;

export const arrange = ({ socket, window_id }: PageWindow, layout: (typeof LAYOUTS)[number]) =>
  command(socket, ["select-layout", "-t", window_id, layout]);

export const fit = ({ socket, window_id }: PageWindow, cols: number, rows: number) =>
  command(socket, ["resize-window", "-t", window_id, "-x", String(cols), "-y", String(rows)]);

/** The window has the size of its terminals again. */
export async function unfit({ socket, window_id }: PageWindow): Promise<void> {
  await command(socket, ["set-option", "-wu", "-t", window_id, "window-size"]);
  await command(socket, ["resize-window", "-A", "-t", window_id]);
  await command(socket, ["set-option", "-wu", "-t", window_id, "window-size"]);
}

export async function rename({ socket, window_id, name }: PageWindow): Promise<void> {
  const chosen = await askText({ title: "Name of the window", yes: "Rename", initial: name });
  if (chosen) await command(socket, ["rename-window", "-t", window_id, "--", chosen]);
}

export async function newWindow({ socket, session_id }: PageWindow): Promise<void> {
  const words = ["new-window", "-t", `${session_id}:`, "-P", "-F", "#{window_id}"];
  const windowId = (await command(socket, words)).trim();
  location.hash = addressOf({ view: "window", socket, windowId });
}
