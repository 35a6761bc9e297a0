import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startDaemon, type TestDaemon } from "../fixtures/daemon.ts";
import { waitFor } from "../fixtures/wait-for.ts";
import { type OuterTerminal, openTerminal } from "./outer-terminal.ts";

/** What `stty` says of the modes that raw mode changes. */
const MODES = "stty -a | tr ' ' '\\n' | grep -E '^-?(icanon|echo|isig|opost|icrnl);?$' | tr '\\n' ' '";
/** Runs the client between two looks at the terminal, and says how it ended. */
const around = (client: string) =>
  `M=$(${MODES}); ${client}; S=$?; [ "$M" = "$(${MODES})" ] && echo "kept $S"; read X`;

let daemon: TestDaemon;
beforeAll(async () => {
  daemon = await startDaemon();
});
afterAll(() => daemon.stop());

const tmux = async (...words: string[]) => (await daemon.tmux(...words)).stdout.trim();
const clients = () => tmux("list-clients", "-F", "#{client_tty} #{client_session}");

/** A client is attached, and its keys are read. */
async function attached(terminal: OuterTerminal, session: string): Promise<void> {
  await waitFor(async () => (await clients()).includes(` ${session}`), `a client of ${session}`);
  await waitFor(() => terminal.isRaw(), "raw mode");
}

async function session(name: string): Promise<void> {
  await daemon.tmux("new-session", "-d", "-s", name, "-x", "80", "-y", "24", "cat");
}

describe("a terminal attaches", () => {
  it.each([
    ["attach-session", "tmux attach -t one"],
    ["new-session -A to one that is there", "tmux new-session -A -s one"],
    ["mullion attach", "mullion attach -L default one"],
  ])("by %s", async (_, line) => {
    await session("one");
    const terminal = await openTerminal(daemon, around(line));
    await attached(terminal, "one");
    terminal.type("typed\r");
    await waitFor(
      async () => (await tmux("capture-pane", "-pt", "one")).includes("typed\ntyped"),
      "the echo",
    );
    terminal.type("\x02d");
    await terminal.see(/\[detached \(from session one\)\]\nkept 0/);
    expect(await clients()).toBe("");
    await daemon.tmux("kill-session", "-t", "one");
  });

  it.each([
    ["new-session", "tmux new-session -s two cat"],
    ["new-session -A", "tmux new-session -A -s two cat"],
    ["no command at all", "tmux"],
  ])("to a session that %s makes", async (_, line) => {
    const terminal = await openTerminal(daemon, around(line), { cols: 91, rows: 33 });
    await waitFor(async () => (await clients()) !== "", "a client");
    expect(await tmux("display-message", "-p", "#{window_width}x#{window_height}")).toBe("91x32");
    await waitFor(() => terminal.isRaw(), "raw mode");
    terminal.type("\x02d");
    await terminal.see(/\[detached \(from session (two|0|\d+)\)\]\nkept 0/);
    await daemon.tmux("kill-server");
  });

  it("to the session of its directory that mullion makes, and to the same again", async () => {
    for (let round = 0; round < 2; round++) {
      const terminal = await openTerminal(daemon, around("mullion"));
      const own = async () => (await daemon.tmux("-L", "mullion", "list-clients")).stdout;
      await waitFor(async () => (await own()).includes(": home "), "the client");
      await waitFor(() => terminal.isRaw(), "raw mode");
      terminal.type("\x02d");
      await terminal.see(/\[detached \(from session home\)\]\nkept 0/);
    }
    await daemon.tmux("-L", "mullion", "kill-server");
  });
});

describe("a terminal is given back", () => {
  it.each([
    ["its session is killed", "[exited]", 0, () => daemon.tmux("kill-session", "-t", "end")],
    ["its last pane exits", "[exited]", 0, () => daemon.tmux("send-keys", "-t", "end", "C-d")],
    ["the server is killed", "[server exited]", 1, () => daemon.tmux("kill-server")],
    [
      "somebody detaches it",
      "[detached (from session end)]",
      0,
      () => daemon.tmux("detach-client", "-s", "end"),
    ],
    ["its own process is terminated", "[terminated]", 1, () => signalClient("SIGTERM")],
    ["its own process is hung up", "[lost tty]", 1, () => signalClient("SIGHUP")],
    ["the daemon ends everything", "[server exited]", 1, () => daemon.run("down", "--force")],
  ])("when %s", async (_, sentence, status, end) => {
    await session("end");
    const terminal = await openTerminal(daemon, around("tmux attach -t end"));
    await attached(terminal, "end");
    await end();
    await terminal.see(`${sentence}\nkept ${status}`);
    expect(terminal.screen.modes).toMatchObject({ alternate: false, mouse: "none", bracketedPaste: false });
    expect(terminal.screen.cursor.visible).toBe(true);
    await daemon.tmux("kill-server");
  });

  it("by kill -9 of the daemon only as long as it takes to start the next", async () => {
    await session("end");
    const terminal = await openTerminal(daemon, around("tmux attach -t end"));
    await attached(terminal, "end");
    terminal.type("before\r");
    await waitFor(
      async () => (await tmux("capture-pane", "-pt", "end")).includes("before\nbefore"),
      "the echo",
    );
    await daemon.kill9();
    terminal.type("after\r");
    await waitFor(async () => (await clients()).includes(" end"), "the client to be there again");
    await waitFor(
      async () => (await tmux("capture-pane", "-pt", "end")).includes("after\nafter"),
      "the echo",
    );
    expect((await tmux("capture-pane", "-pt", "end")).match(/before|after/g)).toHaveLength(4);
    terminal.type("\x02d");
    await terminal.see("[detached (from session end)]\nkept 0");
    await daemon.tmux("kill-server");
  });

  it("and no key that is typed meanwhile is lost or doubled", async () => {
    await daemon.tmux("new-session", "-d", "-s", "end", "stty -echo; exec cat >$HOME/typed");
    const terminal = await openTerminal(daemon, around("tmux attach -t end"));
    await attached(terminal, "end");
    const file = join(daemon.env.HOME!, "typed");
    const lines = Array.from({ length: 60 }, (_, i) => `line ${i}`);
    for (const [i, line] of lines.entries()) {
      for (const key of `${line}\r`) terminal.type(key);
      if (i === 20 || i === 40) {
        await waitFor(() => daemon.pid(), "a daemon");
        await daemon.kill9();
      }
    }
    const whole = () => readFileSync(file, "utf8").endsWith(`${lines.at(-1)}\n`);
    await waitFor(whole, "the last line").catch((error: Error) => {
      throw new Error(`${error.message}: ${readFileSync(file, "utf8")}; ${terminal.text}`);
    });
    expect(readFileSync(file, "utf8").trimEnd().split("\n")).toEqual(lines);
    terminal.type("\x02d");
    await terminal.see("[detached (from session end)]\nkept 0");
    await daemon.tmux("kill-server");
  });

  async function signalClient(signal: NodeJS.Signals): Promise<void> {
    process.kill(Number(await tmux("list-clients", "-F", "#{client_pid}")), signal);
  }
});

describe("a terminal is refused", () => {
  it.each([
    ["without a terminal", "env -u TMUX tmux attach </dev/null", "open terminal failed: not a terminal"],
    ["inside a pane of its own", "tmux attach", "sessions should be nested with care, unset $TMUX to force"],
    [
      "for a new session inside a pane",
      "tmux new",
      "sessions should be nested with care, unset $TMUX to force",
    ],
    ["for no command inside a pane", "tmux", "sessions should be nested with care, unset $TMUX to force"],
    [
      "that can do nothing",
      "env -u TMUX TERM=dumb tmux attach",
      "open terminal failed: terminal does not support clear",
    ],
  ])("%s", async (_, line, sentence) => {
    await daemon.tmux("new-session", "-d", "-s", "no", `${line} 2>&1; exec cat`);
    let shown = "";
    const refused = async () => {
      shown = await tmux("capture-pane", "-pt", "no");
      return shown.includes(sentence);
    };
    await waitFor(refused, sentence).catch((error: Error) => {
      throw new Error(`${error.message}: ${shown}`);
    });
    await daemon.tmux("kill-server");
  });
});
