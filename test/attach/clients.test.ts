import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startDaemon, type TestDaemon } from "../fixtures/daemon.ts";
import { waitFor } from "../fixtures/wait-for.ts";
import { type OuterTerminal, openTerminal } from "./outer-terminal.ts";

let daemon: TestDaemon;
beforeAll(async () => {
  daemon = await startDaemon();
});
afterAll(() => daemon.stop());
beforeEach(async () => {
  await daemon.tmux("new-session", "-d", "-s", "one", "cat");
  await daemon.tmux("set-option", "-g", "assume-paste-time", "0");
});
afterEach(() => daemon.tmux("kill-server"));

const tmux = async (...words: string[]) => (await daemon.tmux(...words)).stdout.trim();
const clients = (format: string) => tmux("list-clients", "-F", format);
const attach = async (line = "tmux attach -t one", size = {}): Promise<OuterTerminal> => {
  const before = (await clients("#{client_name}")).split("\n").filter((name) => name !== "").length;
  const terminal = await openTerminal(daemon, `${line}; echo "left $?"; read X`, size);
  await waitFor(
    async () => (await clients("#{client_name}")).split("\n").length === before + 1,
    "the client",
  );
  await terminal.see(/\[\w+\] 0:/);
  return terminal;
};
const press = (terminal: OuterTerminal, ...keys: string[]) => {
  for (const key of keys) terminal.type(key);
};

describe("several clients of a session", () => {
  it("see the same, each at its size; the last to type or to be resized decides how large it is", async () => {
    const large = await attach(undefined, { cols: 100, rows: 30 });
    const small = await attach(undefined, { cols: 60, rows: 20 });
    const size = () => tmux("display-message", "-pt", "one", "#{window_width}x#{window_height}");
    await waitFor(async () => (await size()) === "60x19", "the size of who came last");
    large.type("shared");
    await waitFor(async () => (await size()) === "100x29", "the size of who typed");
    await Promise.all([large.see("shared"), small.see("shared")]);
    small.resize(50, 10);
    await waitFor(async () => (await size()) === "50x9", "the size of who was resized");
    const told = "100x30 xterm-256color\n50x10 xterm-256color";
    const isTold = async () =>
      (await clients("#{client_width}x#{client_height} #{client_termname}")) === told;
    await waitFor(isTold, "the new size of the small one");
    await small.see("shared");
  });

  it("leave their window at its size when the terminal of the last one is closed", async () => {
    const terminal = await attach(undefined, { cols: 100, rows: 30 });
    const size = () => tmux("display-message", "-pt", "one", "#{window_width}x#{window_height}");
    await waitFor(async () => (await size()) === "100x29", "the size of the terminal");
    terminal.hangUp();
    await waitFor(async () => (await clients("x")) === "", "the client to leave");
    expect(await size()).toBe("100x29");
  });

  it("are 80x24 where their terminal has no size", async () => {
    await openTerminal(daemon, "tmux attach -t one", { cols: 0, rows: 0 });
    await waitFor(async () => (await clients("x")) !== "", "the client");
    expect(await clients("#{client_width}x#{client_height}")).toBe("80x24");
    expect(await tmux("display-message", "-pt", "one", "#{window_width}x#{window_height}")).toBe("80x23");
  });

  it("decide the size of a window that they go to", async () => {
    await daemon.tmux("new-window", "-t", "one", "cat");
    const large = await attach(undefined, { cols: 100, rows: 30 });
    await attach("tmux new-session -t one -s other", { cols: 60, rows: 20 });
    await daemon.tmux("select-window", "-t", "other:0");
    const size = () => tmux("display-message", "-pt", "one:0", "#{window_width}x#{window_height}");
    await waitFor(async () => (await size()) === "60x19", "the size of who looks at it alone");
    press(large, "\x02", "0");
    await waitFor(async () => (await size()) === "100x29", "the size of who came");
  });

  it("are read-only if they ask for it", async () => {
    const looking = await attach("tmux attach -r -t one");
    expect(await clients("#{client_readonly} #{client_flags}")).toBe(
      "1 attached,focused,ignore-size,read-only,UTF-8",
    );
    press(looking, "n", "o", "\x02", "%");
    await looking.see("Client is read-only");
    expect(await tmux("list-panes", "-t", "one", "-F", "x")).toBe("x");
    expect(await tmux("capture-pane", "-pt", "one")).toBe("");
    press(looking, "\x02", "d");
    await looking.see("[detached (from session one)]");
  });

  it("select panes for themselves with active-pane", async () => {
    await daemon.tmux("split-window", "-h", "-t", "one", "cat");
    const own = await attach("tmux attach -f active-pane -t one");
    const other = await attach();
    const active = () => tmux("display-message", "-pt", "one", "#{pane_index}");
    press(own, "\x02", "\x1b[D");
    press(own, ..."mine");
    await own.see(/^mine/m);
    press(other, ..."theirs");
    await other.see(/│theirs/);
    expect(await active()).toBe("1");
    await own.until(() => own.screen.cursor.x === 4, "the cursor after mine");
    await other.until(() => other.screen.cursor.x === 47, "the cursor after theirs");
    press(own, "\x02", "x");
    await own.see("kill-pane 0?");
    press(own, "y");
    press(own, ..."both");
    await other.see("theirsboth");
    await daemon.tmux(
      "refresh-client",
      "-t",
      (await clients("#{client_name}")).split("\n")[0]!,
      "-f",
      "!active-pane",
    );
    expect(await clients("#{client_flags}")).not.toContain("active-pane");
  });

  it("are detached by another client that attaches with -d", async () => {
    const first = await attach();
    const second = await openTerminal(daemon, "tmux attach -d -t one");
    await first.see("[detached (from session one)]\nleft 0");
    await second.see("[one] 0:");
  });
});

describe("a client", () => {
  it("goes from session to session", async () => {
    await daemon.tmux("new-session", "-d", "-s", "two", "cat");
    const terminal = await attach();
    await daemon.tmux("set-hook", "-g", "client-session-changed", "set-option -gF @hook '#{hook_client}'");
    press(terminal, "\x02", ")");
    await terminal.see("[two] 0:");
    press(terminal, "\x02", "L");
    await terminal.see("[one] 0:");
    expect(await clients("#{client_last_session}")).toBe("two");
    expect(await tmux("show-options", "-gv", "@hook")).toBe(await clients("#{client_tty}"));
  });

  it("looks at another session when its own ends and detach-on-destroy is off", async () => {
    await daemon.tmux("new-session", "-d", "-s", "two", "cat");
    await daemon.tmux("set-option", "-g", "detach-on-destroy", "off");
    const terminal = await attach();
    await daemon.tmux("kill-session", "-t", "one");
    await terminal.see("[two] 0:");
  });

  it("becomes another program", async () => {
    const terminal = await attach();
    await daemon.tmux("detach-client", "-s", "one", "-E", "echo became; exit 7");
    await terminal.see("became\nleft 7");
  });

  it("is suspended and comes back", async () => {
    const terminal = await attach("set -m; tmux attach -t one; echo stopped; read X; fg");
    press(terminal, "\x02", "\x1a");
    await terminal.see("stopped");
    expect(await clients("#{client_flags}")).toContain("suspended");
    expect(await terminal.isRaw()).toBe(false);
    terminal.type("\n");
    await terminal.see("[one] 0:");
    await waitFor(() => terminal.isRaw(), "raw mode again");
    terminal.type("again");
    await terminal.see("again");
  });

  it("is locked by a command, and unlocked when that ends", async () => {
    await daemon.tmux("set-option", "-g", "lock-command", "echo locked; read X");
    const terminal = await attach();
    await daemon.tmux("lock-session", "-t", "one");
    await terminal.see("locked");
    terminal.type("\n");
    await terminal.see("[one] 0:");
    terminal.type("again");
    await terminal.see("again");
  });

  it("hears a window's bell, and reads of it where that is wanted", async () => {
    const terminal = await attach();
    await daemon.tmux("set-option", "-g", "visual-bell", "both");
    await daemon.tmux("new-window", "-d", "-t", "one:7", "printf '\\a'; exec cat");
    await terminal.see("Bell in window 7");
    expect(terminal.output).toContain("\x07");
  });

  it("gets what is copied into its clipboard", async () => {
    const terminal = await attach();
    await daemon.tmux("set-buffer", "-w", "copied");
    await waitFor(() => terminal.output.includes("\x1b]52;;Y29waWVk\x07"), "the clipboard");
  });

  it("is drawn afresh when asked", async () => {
    const terminal = await attach();
    terminal.screen.write(Buffer.from("\x1b[H\x1b[2Jgarbage"));
    await daemon.tmux("refresh-client", "-t", await clients("#{client_name}"));
    await terminal.see("[one] 0:");
    expect(terminal.text).not.toContain("garbage");
  });

  it("takes the server with it where exit-unattached is on", async () => {
    const terminal = await attach();
    await daemon.tmux("set-option", "-s", "exit-unattached", "on");
    press(terminal, "\x02", "d");
    await terminal.see("left 0");
    await waitFor(async () => (await daemon.tmux("has-session")).status === 1, "the server's end");
  });
});
