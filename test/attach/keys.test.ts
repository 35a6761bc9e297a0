import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startDaemon, type TestDaemon } from "../fixtures/daemon.ts";
import { waitFor } from "../fixtures/wait-for.ts";
import { type OuterTerminal, openTerminal } from "./outer-terminal.ts";

let daemon: TestDaemon;
let terminal: OuterTerminal;
beforeAll(async () => {
  daemon = await startDaemon();
});
afterAll(() => daemon.stop());

const tmux = async (...words: string[]) => (await daemon.tmux(...words)).stdout.trim();

/** Shows every byte it reads, as `cat -v` writes them, and asks for what it is given (mouse, focus, paste). */
const reader = (asks = "", mark = "ready") => `stty raw -echo; printf '${asks}${mark}:'; exec cat -v`;
const ESCAPE = "\\033";

beforeEach(async () => {
  await daemon.tmux("new-session", "-d", "-s", "keys", "-x", "80", "-y", "24", reader());
  await daemon.tmux("set-option", "-s", "escape-time", "20");
  await daemon.tmux("set-option", "-g", "assume-paste-time", "0");
  terminal = await openTerminal(daemon, "tmux attach -t keys");
  await terminal.see("ready:");
});
afterEach(() => daemon.tmux("kill-server"));

function keys(...typed: string[]): void {
  for (const key of typed) terminal.type(key);
}

const typed = async (expected: string, target = "keys:0.0") =>
  waitFor(async () => {
    const shown = (await tmux("capture-pane", "-pJt", target)).replaceAll("\n", "");
    return shown.endsWith(`ready:${expected}`);
  }, `${expected} in ${target}`);

const panes = () =>
  tmux("list-panes", "-t", "keys", "-F", "#{pane_index}:#{pane_width}x#{pane_height}#{?pane_active,*,}");

describe("keys of a terminal", () => {
  it("reach the pane as they are", async () => {
    keys("a", "é", "\x1b[A", "\x1b[1;5C", "\x1bx", "\x01", "\x1b");
    await typed("aM-CM-)^[[A^[[1;5C^[x^A^[");
  });

  it("run what is bound to them after the prefix, and are never typed there", async () => {
    keys("\x02", "%");
    await waitFor(async () => (await panes()) === "0:40x23\n1:39x23*", "a split");
    await terminal.see("│");
    keys("\x02", "\x1b[D", "\x02", "@");
    await waitFor(async () => (await panes()).startsWith("0:40x23*"), "the left pane");
    keys("k");
    await typed("k");
  });

  it("repeat without the prefix for a while", async () => {
    await daemon.tmux("set-option", "-g", "repeat-time", "5000");
    await daemon.tmux("split-window", "-d", "-t", "keys", "cat");
    keys("\x02", "\x1b[1;5A", "\x1b[1;5A", "\x1b[1;5A", "z");
    await typed("z");
    expect(await panes()).toBe("0:80x8*\n1:80x14");
  });

  it("are looked up in the table that was switched to, once", async () => {
    await daemon.tmux("bind-key", "-T", "own", "a", "new-window", "-n", "made", "cat");
    await daemon.tmux("bind-key", "-n", "F5", "switch-client", "-T", "own");
    keys("\x1b[15~", "a");
    await waitFor(async () => (await tmux("list-windows", "-F", "#W")).includes("made"), "the window");
    expect(await tmux("list-clients", "-F", "#{client_key_table}")).toBe("root");
  });

  it("run several commands, and say what fails in the status line", async () => {
    await daemon.tmux("bind-key", "-n", "F6", "rename-window", "renamed", "\\;", "kill-pane", "-t", "%99");
    keys("\x1b[17~");
    await terminal.see(/Can't find pane: %99\s*$/);
    expect(await tmux("display-message", "-p", "#W")).toBe("renamed");
    keys("x");
    await terminal.until((text) => !text.includes("Can't"), "the message to go");
  });

  it("show what a command prints, until they leave it", async () => {
    await daemon.tmux("bind-key", "-n", "F7", "list-sessions", "-F", "listed #S");
    keys("\x1b[18~");
    await terminal.see("listed keys");
    expect(await tmux("display-message", "-p", "#{pane_mode}")).toBe("view-mode");
    keys("q", "t");
    await typed("t");
  });

  it("go to all panes that are synchronized", async () => {
    await daemon.tmux("split-window", "-d", "-t", "keys", reader());
    await waitFor(
      async () => (await tmux("capture-pane", "-pt", "keys:0.1")).includes("ready:"),
      "the other",
    );
    await daemon.tmux("set-option", "-w", "-t", "keys", "synchronize-panes", "on");
    keys("s");
    await typed("s");
    await typed("s", "keys:0.1");
  });

  it("are a paste where the application asked for one", async () => {
    terminal.type("\x1b[200~\x02dx\r\x1b[201~");
    await typed("^Bdx^M");
    await daemon.tmux("respawn-pane", "-kt", "keys", reader(`${ESCAPE}[?2004h`, "already"));
    await terminal.see("already:");
    terminal.type(`\x1b[200~${"p".repeat(100)}\x1b[201~`);
    await typed(`^[[200~${"p".repeat(100)}^[[201~`);
  });
});

describe("messages", () => {
  it("are shown where they are sent, and go at a key", async () => {
    await daemon.tmux("display-message", "-t", "keys", "-d", "0", "hello from #S");
    await terminal.see(/hello from keys\s*$/);
    keys("k");
    await terminal.see(/\[keys\] 0:/);
    await typed("k");
  });

  it("stay through keys where they are told to", async () => {
    await daemon.tmux("display-message", "-N", "-d", "300", "wait");
    await terminal.see(/wait\s*$/);
    keys("k");
    await terminal.see(/\[keys\] 0:/);
    keys("l");
    await typed("l");
  });
});

describe("the mouse", () => {
  const click = (x: number, y: number) => [`\x1b[<0;${x};${y}M`, `\x1b[<0;${x};${y}m`];
  const isMouseOn = () => terminal.screen.modes.mouse !== "none";

  beforeEach(async () => {
    await daemon.tmux("set-option", "-g", "mouse", "on");
    await daemon.tmux("split-window", "-h", "-t", "keys", reader(`${ESCAPE}[?1000h${ESCAPE}[?1006h`));
    await waitFor(() => isMouseOn(), "the mouse");
    await typed("", "keys:0.1");
  });

  it("selects panes", async () => {
    keys(...click(3, 3));
    await waitFor(async () => (await panes()).includes("0:40x23*"), "the left pane");
  });

  it("is reported to an application that asked", async () => {
    await daemon.tmux("select-pane", "-t", "keys:0.0");
    keys(...click(42, 1));
    await waitFor(async () => (await panes()).includes("1:39x23*"), "the right pane");
    await typed("^[[<0;1;1M^[[<0;1;1m", "keys:0.1");
  });

  it("drags borders", async () => {
    keys("\x1b[<0;41;5M", "\x1b[<32;35;5M", "\x1b[<32;31;5M", "\x1b[<0;31;5m");
    await waitFor(async () => (await panes()) === "0:30x23\n1:49x23*", "the border's new place");
  });

  it("chooses windows in the status line", async () => {
    await daemon.tmux("new-window", "-d", "-t", "keys", "-n", "other", "cat");
    await terminal.see("1:other");
    const at = terminal.screen.lineText(23).indexOf("1:other");
    keys(...click(at + 2, 24));
    await waitFor(async () => (await tmux("display-message", "-p", "#W")) === "other", "the window");
  });

  it("scrolls back with its wheel, and copies what it selects", async () => {
    await daemon.tmux("respawn-pane", "-kt", "keys:0.0", "seq 100; exec cat");
    await terminal.see("100");
    keys("\x1b[<64;3;3M", "\x1b[<64;3;3M");
    await waitFor(
      async () => (await tmux("display-message", "-pt", "keys:0.0", "#{scroll_position}")) === "5",
      "5 lines",
    );
    await terminal.see(/^74 /m);
    keys("\x1b[<65;3;3M", "\x1b[<65;3;3M");
    await waitFor(
      async () => (await tmux("display-message", "-pt", "keys:0.0", "#{pane_mode}")) === "",
      "the end",
    );
    keys("\x1b[<0;1;22M", "\x1b[<32;2;22M", "\x1b[<32;3;22M", "\x1b[<0;3;22m");
    await waitFor(async () => (await tmux("list-buffers")).includes('"10"'), "a buffer");
  });
});

describe("the focus", () => {
  it("is reported to panes that asked for it", async () => {
    await daemon.tmux("set-option", "-s", "focus-events", "on");
    await daemon.tmux("set-hook", "-g", "client-focus-out", "set-buffer -b hook out");
    await daemon.tmux("respawn-pane", "-kt", "keys", reader(`${ESCAPE}[?1004h`, "focus"));
    await terminal.see("focus:");
    keys("\x1b[O", "\x1b[I");
    await waitFor(async () => (await tmux("capture-pane", "-pt", "keys")).includes("^[[O^[[I"), "the focus");
    expect(await tmux("show-buffer", "-b", "hook")).toBe("out");
  });
});
