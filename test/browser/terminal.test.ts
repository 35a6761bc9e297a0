import { createHash } from "node:crypto";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { daemonForAll } from "../fixtures/daemon-for-all.ts";
import { waitFor } from "../fixtures/wait-for.ts";
import { need } from "../setup/need.ts";
import { axeFindings } from "./axe.ts";
import { browserForAll, NARROW, screenshot, WIDE } from "./browser.ts";
import { dropFile } from "./drop-file.ts";
import {
  capture,
  cellsOf,
  focus,
  pane,
  showWindow,
  startWindow,
  type TerminalPlace,
  terminalPlace,
  textOf,
  type,
  waitForText,
} from "./terminals.ts";

/** Runs each line that it reads, without an echo of it. */
const FOLLOWS_ORDERS = "sh -c 'stty -echo; n=0; while read -r line; do eval \"$line\"; done'";

/** The line that the terminal's selection begins in, and the first line on view. */
function selectionOf(page: Page, id: string) {
  return terminalPlace(page, id).evaluate((element) => {
    const { terminal } = element as TerminalPlace;
    const { active } = terminal.buffer;
    const line = terminal.getSelectionPosition()?.start.y ?? -1;
    return { text: active.getLine(line)?.translateToString(true), top: active.viewportY };
  });
}

describe.runIf(need("chromium"))("a terminal in the page", () => {
  const daemon = daemonForAll();
  const chromium = browserForAll();

  async function open(name: string, command: string, options?: Parameters<typeof chromium.open>[1]) {
    const window = await startWindow(daemon, name, command);
    const page = await chromium.open(daemon, options);
    await showWindow(page, window);
    const [id = ""] = window.panes;
    return { page, id, window };
  }

  /** Options belong to a server, which exists once it has a session. */
  async function setGlobal(option: string, value: string): Promise<void> {
    await startWindow(daemon, `before-${option}`, "cat");
    await daemon.tmux("set-option", "-g", option, value);
  }

  test("shows what a person types, and what the program answers", async () => {
    const { page, id } = await open("typed", "cat");
    await type(page, id, "hello from the page");
    await page.keyboard.press("Enter");
    await waitForText(page, id, /hello from the page\nhello from the page/);
    expect(await textOf(page, id)).toBe(await capture(daemon, id));
  });

  test("leaves every query to the daemon, which has answered it", async () => {
    const queries = String.raw`\033[6n\033[c\033[>c\033[5n\033[?6n\033]11;?\007\033]10;?\007\033]4;1;?\007\033[?2004$p\033[18t\033P$qm\033\\\033[>q`;
    const script = `stty -echo -icanon; printf 'ready '; read -r go; printf '${queries}'; exec cat -v`;
    const { page, id } = await open("queries", script);
    await waitForText(page, id, "ready");
    await type(page, id, "\n");
    await waitForText(page, id, /\^\[\[\?1;2c/);
    // A key after them is behind every answer, also one that the page would have sent.
    await type(page, id, "END");
    const text = await waitForText(page, id, "END");
    const answers = text.match(/\^\[\[\d+;\d+R|\^\[\[\?1;2c|\^\[\[0n|\^\[\[>[\d;]+c/g)?.sort();
    expect(answers).toEqual([...new Set(answers)]);
    expect(answers).toContain("^[[?1;2c");
  });

  test("types into a program whose output was skipped, also before the screen of now has arrived", async () => {
    const window = await startWindow(
      daemon,
      "skipped",
      "stty -echo; read go; seq 500000; read key; exec cat",
    );
    const [id = ""] = window.panes;
    const page = await chromium.open(daemon);
    const delayed = await delayAfterGap(page);
    await showWindow(page, window);
    await page.locator(".pane:not(.opening)").waitFor();
    delayed.holdAcknowledgements();
    await type(page, id, "\r");
    await waitFor(async () => (await capture(daemon, id)).endsWith("500000"), "the end of the output");
    delayed.releaseAcknowledgements();
    await waitFor(delayed.isBehind, "the notice of a gap");
    await type(page, id, "typed\r");
    await type(page, id, "after it\r");
    await waitFor(async () => (await capture(daemon, id)).includes("after it"), "what was typed");
    delayed.releaseScreen();
    await waitForText(page, id, "after it");
  });

  test("counts columns as the daemon does", async () => {
    const script = String.raw`printf '漢字|é|👩‍🚀|한|e\u0301|\t|ｱ|☕|→|end\n'; exec cat`;
    const { page, id } = await open("widths", `bash -c "${script.replaceAll('"', '\\"')}"`);
    await waitForText(page, id, "end");
    expect(await textOf(page, id)).toBe(await capture(daemon, id));
    const { stdout } = await daemon.tmux("display-message", "-p", "-t", id, "#{cursor_x},#{cursor_y}");
    const cursor = await pane(page, id)
      .locator(".terminal-place")
      .evaluate((element) => {
        const { buffer } = (element as unknown as { terminal: import("@xterm/xterm").Terminal }).terminal;
        return `${buffer.active.cursorX},${buffer.active.cursorY}`;
      });
    expect(cursor).toBe(stdout.trim());
  });

  test("copies a selection with Ctrl-C and interrupts without one", async () => {
    const { page, id } = await open(
      "copy",
      "sh -c 'echo copied words; trap \"echo INT\" INT; while :; do sleep 1; done'",
      {
        context: { permissions: ["clipboard-read", "clipboard-write"] },
      },
    );
    await waitForText(page, id, "copied words");
    const screen = pane(page, id).locator(".xterm-screen");
    await screen.dblclick({ position: { x: 12, y: 8 } });
    await page.keyboard.press("Control+c");
    await waitFor(
      async () => (await page.evaluate(() => navigator.clipboard.readText())) === "copied",
      "the word on the clipboard",
    );
    // The terminal echoes an interrupt too, before any key after it.
    await page.keyboard.type("after");
    expect(await waitForText(page, id, "after")).not.toContain("^C");
    await page.keyboard.press("Control+c");
    await waitForText(page, id, /\^C(.|\n)*INT/);
  });

  test("marks a paste for programs that ask for it", async () => {
    const script = String.raw`stty -icanon; printf '\033[?2004hready'; exec cat -v`;
    const { page, id } = await open("paste", script, {
      context: { permissions: ["clipboard-read", "clipboard-write"] },
    });
    await waitForText(page, id, "ready");
    await page.evaluate(() => navigator.clipboard.writeText("one\ntwo"));
    await focus(page, id);
    await page.keyboard.press("Control+Shift+v");
    await waitForText(page, id, /\^\[\[200~one(.|\n)*two\^\[\[201~/);
  });

  /** Asks for marks around a paste, and shows what it gets. */
  const SHOWS_PASTE = String.raw`stty -icanon -echo; printf '\033[?2004hready'; exec cat -v`;
  const CLIPBOARD = { context: { permissions: ["clipboard-read", "clipboard-write"] } };

  test.each([
    ["the keyboard", WIDE],
    ["the key row", NARROW],
  ] as const)("a pasted text cannot leave its paste (%s)", async (from, size) => {
    const { page, id } = await open(`paste-${size.width}`, SHOWS_PASTE, { ...CLIPBOARD, size });
    await waitForText(page, id, "ready");
    await page.evaluate(() => navigator.clipboard.writeText("one\x1b[201~two\x03three"));
    if (from === "the keyboard") {
      await focus(page, id);
      await page.keyboard.press("Control+Shift+v");
    } else await page.getByRole("toolbar", { name: "Keys" }).getByRole("button", { name: "Paste" }).tap();
    // Ctrl-C would end the program, which has left the terminal's signals on.
    const text = await waitForText(page, id, /three\^\[\[201~/);
    // cat shows the last byte of ␛ as M-^[, and an escape character as ^[.
    expect(text.match(/(?<!M-)\^\[\[20[01]~/g)).toEqual(["^[[200~", "^[[201~"]);
  });

  test("pastes a text of a megabyte in one piece", async () => {
    const text = "0123456789 漢字 👩‍🚀\n".repeat(30_000);
    const marked = `\x1b[200~${text.replaceAll("\n", "\r")}\x1b[201~`;
    const count = `head -c ${Buffer.byteLength(marked)} | sha1sum`;
    const script = String.raw`stty raw -echo; printf '\033[?2004hready '; ${count}; exec cat`;
    const { page, id } = await open("paste-long", script, CLIPBOARD);
    await waitForText(page, id, "ready");
    await page.evaluate((long) => navigator.clipboard.writeText(long), text);
    await focus(page, id);
    await page.keyboard.press("Control+Shift+v");
    await waitForText(page, id, createHash("sha1").update(marked).digest("hex"));
  });

  test("stores a pasted image on the host and pastes its path", async () => {
    const { page, id } = await open("image", "cat");
    await focus(page, id);
    await page.evaluate(() => {
      const data = new DataTransfer();
      data.items.add(
        new File([new Uint8Array([137, 80, 78, 71, 13, 10, 26, 10])], "x.png", { type: "image/png" }),
      );
      const event = new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true });
      document.activeElement!.dispatchEvent(event);
    });
    await waitForText(page, id, /\/\S+\.png/);
  });

  test.each([
    ["the screen", WIDE, ".terminal-place"],
    ["the text", NARROW, ".reading"],
  ] as const)(
    "says what can be dropped when %s gets a file that is no image",
    async (_on, size, selector) => {
      const { page, id } = await open("dropped", "cat", { size });
      const done = await dropFile(page, daemon, selector, "notes.txt");
      await pane(page, id)
        .getByText("Only an image can be dropped on a terminal, not “notes.txt”.")
        .waitFor();
      expect(await done()).toEqual(["dragover: copy", "drop: copy"]);
      await screenshot(page, `terminal-dropped-${size.width}-dark`);
      expect(await axeFindings(page)).toEqual([]);
    },
  );

  test("stores an image that is dropped, and pastes its path", async () => {
    const { page, id } = await open("dropped-image", "cat");
    const done = await dropFile(page, daemon, ".terminal-place", "picture.png");
    await waitForText(page, id, /\/\S+\.png/);
    expect(await done()).toEqual(["dragover: copy", "drop: copy"]);
  });

  test("does nothing with a file that is dropped beside its terminals", async () => {
    const { page } = await open("beside", "cat");
    const done = await dropFile(page, daemon, ".top-bar", "beside.txt");
    await waitFor(async () => (await done()).length > 0, "the drag");
    expect(await done()).toEqual(["dragover: none"]);
  });

  test("opens a link without a way back, and asks about one that shows another address", async () => {
    const script = String.raw`stty -echo; printf ready; read -r go; printf '\r\nsee http://127.0.0.1:28999/plain now\r\n\033]8;;http://127.0.0.1:28999/other\033\\bank.example\033]8;;\033\\\r\n'; exec cat`;
    const { page, id } = await open("links", script);
    await waitForText(page, id, "ready");
    await type(page, id, "\n");
    await waitForText(page, id, "bank.example");
    await page.context().route("http://127.0.0.1:28999/**", (route) => route.fulfill({ body: "there" }));
    const screen = pane(page, id).locator(".xterm-screen");
    const at = await cellsOf(page, id);
    const opened = page.context().waitForEvent("page");
    await screen.hover({ position: at(8, 1) });
    await screen.click({ position: at(9, 1) });
    const popup = await opened;
    await popup.waitForLoadState();
    expect(popup.url()).toBe("http://127.0.0.1:28999/plain");
    expect(await popup.evaluate(() => [window.opener, document.referrer])).toEqual([null, ""]);
    await screen.hover({ position: at(2, 2) });
    await screen.click({ position: at(3, 2) });
    const dialog = page.getByRole("dialog", { name: "Open this address?" });
    await dialog.waitFor();
    expect(await dialog.textContent()).toContain("http://127.0.0.1:28999/other");
    await dialog.getByRole("button", { name: "Cancel" }).click();
    expect(page.context().pages()).toHaveLength(2);
  });

  test("has the links of what was printed before the page showed it, and opens only web pages", async () => {
    const link = (address: string, text: string) =>
      `\\033]8;;${address}\\033\\\\${text}\\033]8;;\\033\\\\\\r\\n`;
    const lines = link("http://127.0.0.1:28999/before", "report") + link("javascript:alert(1)", "script");
    const window = await startWindow(daemon, "links-before", `sh -c 'printf "${lines}"; exec cat'`);
    const [id = ""] = window.panes;
    await waitFor(async () => (await capture(daemon, id)).includes("script"), "both lines");
    const page = await chromium.open(daemon);
    await showWindow(page, window);
    await waitForText(page, id, "script");
    await page.context().route("http://127.0.0.1:28999/**", (route) => route.fulfill({ body: "there" }));
    const screen = pane(page, id).locator(".xterm-screen");
    const at = await cellsOf(page, id);
    await screen.hover({ position: at(2, 1) });
    await screen.click({ position: at(3, 1) });
    const dialog = page.getByRole("dialog", { name: "Open this address?" });
    const opened = page.context().waitForEvent("page");
    await screen.hover({ position: at(2, 0) });
    await screen.click({ position: at(3, 0) });
    await dialog.waitFor();
    expect(await dialog.textContent()).toContain("http://127.0.0.1:28999/before");
    expect(await dialog.textContent()).not.toContain("javascript");
    await dialog.getByRole("button", { name: "Open" }).click();
    expect((await opened).url()).toBe("http://127.0.0.1:28999/before");
    expect(page.context().pages()).toHaveLength(2);
  });

  test("finds a text in the scrollback, and older lines in the daemon's history", async () => {
    await setGlobal("history-limit", "9000");
    const { page, id } = await open("find", "sh -c 'echo needle one; seq 1 6000; echo needle two; exec cat'");
    await waitForText(page, id, "needle two");
    await focus(page, id);
    await page.keyboard.press("Control+Shift+f");
    const bar = page.getByRole("searchbox", { name: "Find in this pane" });
    await bar.fill("needle");
    await page.getByText("1 of 1").waitFor();
    await page.getByRole("button", { name: "All history" }).click();
    await page.getByRole("listitem").filter({ hasText: "needle one" }).waitFor();
    await screenshot(page, "terminal-find-1440-dark");
    await bar.press("Escape");
    await bar.waitFor({ state: "detached" });
  });

  test.each([
    ["dark", WIDE],
    ["light", NARROW],
  ] as const)("searches the newest 4 MB of a longer history, and says so (%s, %j)", async (scheme, size) => {
    await setGlobal("history-limit", "60000");
    const long = "yes $(printf %090d 0) | head -50000";
    const command = `sh -c 'echo needle one; ${long}; echo needle two; seq 1 6000; exec cat'`;
    const { page, id } = await open("find-long", command, { scheme, size });
    await waitForText(page, id, "\n6000");
    await pane(page, id).getByRole("button", { name: "Find in this pane" }).click();
    const bar = page.getByRole("searchbox", { name: "Find in this pane" });
    await bar.fill("needle");
    await page.getByRole("button", { name: "All history" }).click();
    await page.getByText("Only the newest 4 MB of the history were searched").waitFor();
    expect(
      await page.getByRole("list", { name: "Older lines" }).getByRole("listitem").allTextContents(),
    ).toEqual(["needle two"]);
    await screenshot(page, `terminal-find-long-${size.width}-${scheme}`);
    expect(await axeFindings(page)).toEqual([]);
    await bar.fill("nowhere");
    await page.getByText("Only the newest").waitFor({ state: "detached" });
  });

  test("counts texts that arrive while a person searches, and stays where the person is", async () => {
    const { page, id } = await open("find-new", FOLLOWS_ORDERS);
    const order = async (line: string) => {
      await daemon.tmux("send-keys", "-t", id, "-l", `${line}; echo done $((n += 1))`);
      await daemon.tmux("send-keys", "-t", id, "Enter");
    };
    await order("echo needle one; seq 1 3000; echo needle two; seq 1 50");
    await waitForText(page, id, "done 1");
    await focus(page, id);
    await page.keyboard.press("Control+Shift+f");
    const bar = page.getByRole("searchbox", { name: "Find in this pane" });
    await bar.fill("needle");
    await page.getByText("1 of 2").waitFor();
    const seen = await selectionOf(page, id);
    expect(seen.text).toBe("needle two");
    await order("echo needle three");
    await page.getByText("2 of 3").waitFor();
    expect(await selectionOf(page, id)).toEqual(seen);
    // The terminal drops the first of them.
    await order("seq 1 3000");
    await page.getByText("2 of 2").waitFor();
    await bar.press("Shift+Enter");
    await page.getByText("1 of 2").waitFor();
    expect((await selectionOf(page, id)).text).toBe("needle three");
    await bar.fill("thimble");
    await page.getByText("none").waitFor();
    await order("echo thimble; echo thimble");
    await page.getByText("2 found").waitFor();
    await bar.press("Enter");
    await page.getByText("1 of 2").waitFor();
  });

  test("says how a program ended, and runs it again", async () => {
    await setGlobal("remain-on-exit", "on");
    const { page, id } = await open("ended", "sh -c 'echo last words; read go; exit 3'");
    await waitForText(page, id, "last words");
    await type(page, id, "\n");
    await pane(page, id).getByText("The program failed with status 3.").waitFor();
    await screenshot(page, "terminal-ended-1440-dark");
    await pane(page, id).getByRole("button", { name: "Run it again" }).click();
    await pane(page, id).getByText("The program failed").waitFor({ state: "detached" });
    await waitForText(page, id, "last words");
  });

  /** Runs in the page: gives the driver that computes WebGL the name of a graphics processor. */
  const PRETEND_GRAPHICS = `{
    const { getParameter } = WebGL2RenderingContext.prototype;
    const UNMASKED_RENDERER_WEBGL = 0x9246;
    WebGL2RenderingContext.prototype.getParameter = function (name) {
      return name === UNMASKED_RENDERER_WEBGL ? "a graphics processor" : getParameter.call(this, name);
    };
  }`;

  test("draws with WebGL, and with elements when the browser takes its canvas away", async ({ skip }) => {
    const { page, id, window } = await open("canvas", "cat");
    const hasWebgl = await page.evaluate(
      () => document.createElement("canvas").getContext("webgl2") !== null,
    );
    skip(!hasWebgl, "this Chromium has no WebGL here: the terminal of every test is drawn with elements");
    await page.addInitScript(PRETEND_GRAPHICS);
    await page.reload();
    await showWindow(page, window);
    await type(page, id, "drawn");
    await waitForText(page, id, "drawn");
    const lost = await pane(page, id).evaluate((element) => {
      const contexts = [...element.querySelectorAll("canvas")]
        .map((canvas) => canvas.getContext("webgl2"))
        .filter((context) => context !== null);
      for (const context of contexts) context.getExtension("WEBGL_lose_context")?.loseContext();
      return contexts.length;
    });
    expect(lost).toBe(1);
    await type(page, id, " still here");
    await pane(page, id).locator(".xterm-rows", { hasText: "still here" }).waitFor();
  });

  test("draws with elements where WebGL would be computed", async () => {
    const { page, id } = await open("elements", "cat");
    await type(page, id, "drawn");
    await pane(page, id).locator(".xterm-rows", { hasText: "drawn" }).waitFor();
  });

  test.each([
    ["dark", undefined],
    ["light", undefined],
    ["light", NARROW],
  ] as const)(
    "looks like a terminal in the %s theme (%j), and hides nothing from a screen reader",
    async (scheme, size) => {
      const name = `look-${scheme}-${size ? "narrow" : "wide"}`;
      const script = `sh -c 'for i in 1 2 3 4 5 6 7; do printf "\\033[3\${i}mcolour \${i} \\033[9\${i}mbright\\033[m "; done; echo; printf "\\033[7mreverse\\033[m \\033[1mbold\\033[m \\033[38;2;255;120;0mtrue colour\\033[m\\n"; exec cat'`;
      const { page, id } = await open(name, script, { scheme, ...(size && { size }) });
      await waitForText(page, id, "true colour");
      await screenshot(page, `terminal-${size ? 390 : 1440}-${scheme}`);
      expect(await axeFindings(page)).toEqual([]);
    },
  );
});

/** Holds what a page acknowledges, and what the daemon sends after the first notice of a gap, until they are released. */
async function delayAfterGap(page: Page) {
  let isHolding = false;
  const acknowledgements: (() => void)[] = [];
  const screens: (() => void)[] = [];
  let isBehind = false;
  await page.routeWebSocket(/\/live/, (socket) => {
    const daemon = socket.connectToServer();
    socket.onMessage((message) => {
      const send = () => daemon.send(message);
      if (isHolding && String(message).includes('"ack"')) acknowledgements.push(send);
      else send();
    });
    daemon.onMessage((message) => {
      const send = () => socket.send(message);
      if (isBehind) screens.push(send);
      else send();
      isBehind ||= String(message).startsWith('{"type":"gap"');
    });
  });
  return {
    isBehind: () => isBehind,
    holdAcknowledgements() {
      isHolding = true;
    },
    releaseAcknowledgements() {
      isHolding = false;
      for (const send of acknowledgements) send();
    },
    releaseScreen() {
      isBehind = false;
      for (const send of screens) send();
    },
  };
}
