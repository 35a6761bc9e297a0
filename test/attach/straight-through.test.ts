import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { startDaemon, type TestDaemon } from "../fixtures/daemon.ts";
import { waitFor } from "../fixtures/wait-for.ts";
import { type OuterTerminal, openTerminal } from "./outer-terminal.ts";

/** What an application says to the terminal outside, and what it learns of it. */

let daemon: TestDaemon;
beforeAll(async () => {
  daemon = await startDaemon();
});
afterEach(() => daemon.tmux("kill-server"));
afterAll(() => daemon.stop());

const tmux = async (...words: string[]) => (await daemon.tmux(...words)).stdout.trim();

async function attach(): Promise<OuterTerminal> {
  const terminal = await openTerminal(daemon, "tmux new-session -s s cat; read X");
  await terminal.see(/\[s\] 0:/);
  return terminal;
}

/** Prints in a pane, then `done`; waits until the pane shows that. */
async function print(pane: string, text: string): Promise<void> {
  await tmux("respawn-pane", "-k", "-t", pane, `stty raw -echo; printf '${text}done'; exec cat -v`);
  await waitFor(async () => (await tmux("capture-pane", "-pt", pane)).includes("done"), `done in ${pane}`);
}
const PASSED = "\\033Ptmux;\\033\\033]1337;mark=%s\\007\\033\\\\";
const passing = (mark: string) => PASSED.replace("%s", mark);
const passed = (mark: string) => `\x1b]1337;mark=${mark}\x07`;

describe("allow-passthrough", () => {
  it("is off at first: nothing reaches the terminal", async () => {
    const terminal = await attach();
    await print("s:0", passing("off"));
    await terminal.see("done");
    expect(terminal.output).not.toContain("1337");
  });

  it("lets what a pane in sight passes through reach the terminal, and leaves the picture right", async () => {
    const terminal = await attach();
    await tmux("set-option", "-g", "allow-passthrough", "on");
    await print("s:0", `before ${passing("one")} after ${passing("two")}`);
    await terminal.see("before  after done");
    await waitFor(() => terminal.output.includes(passed("two")), "the second");
    expect(terminal.output.indexOf(passed("one"))).toBeLessThan(terminal.output.indexOf(passed("two")));
    terminal.type("typed");
    await terminal.see("before  after donetyped");
  });

  it("keeps what panes out of sight pass through from the terminal", async () => {
    const terminal = await attach();
    await tmux("set-option", "-g", "allow-passthrough", "on");
    await tmux("new-window", "-d", "-t", "s:1", "cat");
    await print("s:1", passing("background"));
    await tmux("split-window", "-d", "-t", "s:0", "cat");
    await tmux("resize-pane", "-Z", "-t", "s:0.0");
    await print("s:0.1", passing("zoomed"));
    await print("s:0.0", passing("shown"));
    await waitFor(() => terminal.output.includes(passed("shown")), "what is shown");
    expect(terminal.output).not.toMatch(/background|zoomed/);
  });
});

describe("default colours", () => {
  const ASK = "\\033]10;?\\007\\033]11;?\\033\\\\";

  it("are those that the attached terminal reports", async () => {
    const terminal = await attach();
    await waitFor(() => terminal.output.includes("\x1b]11;?"), "the question");
    terminal.type("\x1b]10;rgb:1111/2222/3333\x1b\\\x1b]11;rgb:ff/fe/fd\x07");
    await waitFor(async () => {
      await print("s:0", ASK);
      return (await tmux("capture-pane", "-pt", "s:0")).includes("rgb");
    }, "an answer");
    await terminal.see("^[]10;rgb:1111/2222/3333^G^[]11;rgb:ffff/fefe/fdfd^[\\");
    await tmux("set-option", "-w", "-t", "s:0", "window-style", "bg=#101112");
    await print("s:0", ASK);
    await terminal.see("^[]10;rgb:1111/2222/3333^G^[]11;rgb:1010/1111/1212^[\\");
  });

  it("are known in a popup too, whose own style comes first", async () => {
    const terminal = await attach();
    const popup = ["display-popup", "-w", "78", `stty raw -echo; printf '${ASK}\\033[5n'; exec cat -v`];
    await tmux("bind-key", "-n", "M-p", ...popup);
    await tmux("bind-key", "-n", "M-s", ...popup.toSpliced(1, 0, "-s", "bg=#101112"));
    await waitFor(() => terminal.output.includes("\x1b]11;?"), "the question");
    terminal.type("\x1b]10;rgb:1111/2222/3333\x1b\\\x1b]11;rgb:ff/fe/fd\x07\x1bp");
    await terminal.see("^[[0n");
    expect(terminal.text).toContain("^[]10;rgb:1111/2222/3333^G^[]11;rgb:ffff/fefe/fdfd^[\\^[[0n");
    await tmux("display-popup", "-C");
    await terminal.until((text) => !text.includes("^[[0n"), "no popup");
    terminal.type("\x1bs");
    await terminal.see("^[[0n");
    expect(terminal.text).toContain("^[]10;rgb:1111/2222/3333^G^[]11;rgb:1010/1111/1212^[\\^[[0n");
  });

  it("are not reported if no terminal did", async () => {
    const terminal = await attach();
    await print("s:0", `${ASK}\\033[5n`);
    await terminal.see("done^[[0n");
  });
});

describe("focus-events", () => {
  it("tell a pane that asks that it has the focus", async () => {
    const terminal = await attach();
    await tmux("set-option", "-g", "focus-events", "on");
    await print("s:0", "\\033[?1004h");
    await terminal.see("done^[[I");
  });
});
