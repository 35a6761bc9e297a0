import { readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { startDaemon, type TestDaemon } from "../fixtures/daemon.ts";
import { hasOpen } from "../fixtures/open-files.ts";
import { pictureOf } from "../fixtures/picture.ts";
import { waitFor } from "../fixtures/wait-for.ts";
import { type OuterTerminal, openTerminal } from "./outer-terminal.ts";

/**
 * A client's terminal is lent to the pane that has its keys: what is typed there goes straight in, and simple text comes
 * straight back. None of it shows but in how fast it is, so most of this is about what must not go wrong with it.
 */

let daemon: TestDaemon;
beforeAll(async () => {
  daemon = await startDaemon();
});
afterEach(() => daemon.tmux("kill-server"));
afterAll(() => daemon.stop());

const tmux = async (...words: string[]) => (await daemon.tmux(...words)).stdout.trim();
const shown = (pane: string) => tmux("capture-pane", "-pt", pane);

async function attach(command: string, size = "80x24"): Promise<OuterTerminal> {
  const [cols, rows] = size.split("x").map(Number) as [number, number];
  const terminal = await openTerminal(daemon, `tmux new-session -s s ${command}; echo gone; read X`, {
    cols,
    rows,
  });
  await waitFor(async () => (await tmux("list-clients")) !== "", "the client");
  return terminal;
}

/** The holder of a pane whose program runs and the client's terminal, as the system names them. */
async function holderAndTerminal(pane: string): Promise<[holder: number, tty: string]> {
  const pid = await tmux("display-message", "-pt", pane, "#{pane_pid}");
  const tty = await tmux("list-clients", "-F", "#{client_tty}");
  const [, holder] = /^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))!;
  return [Number(holder), tty];
}

async function isLent(pane: string): Promise<boolean> {
  const isStarting = (await tmux("display-message", "-pt", pane, "#{pane_pid}")) === "0";
  return !isStarting && hasOpen(...(await holderAndTerminal(pane)));
}
const untilLent = (pane: string) => waitFor(() => isLent(pane), `the terminal to be lent to ${pane}`);

/** Whether it came about in time; it may come about later. */
async function within(ms: number, happening: Promise<void>): Promise<boolean> {
  const late = new AbortController();
  const happened = happening.then(() => true);
  happened.catch(() => {});
  const first = await Promise.race([happened, delay(ms, false, { signal: late.signal })]);
  late.abort();
  return first;
}

async function retried(most: number, attempt: (number: number) => Promise<boolean>): Promise<boolean> {
  for (let number = 1; number <= most; number++) if (await attempt(number)) return true;
  return false;
}

// Only /proc shows which files a process has open.
const isUnseen = process.platform !== "linux" || process.env.MULLION_LENDING === "0";
describe.skipIf(isUnseen)("a terminal is lent to the pane that has the keys", () => {
  it("so that keys are typed and echoed while the daemon stands still", async () => {
    const terminal = await attach("cat");
    await untilLent("s");
    const pid = daemon.pid()!;
    // The daemon draws too, such as a window's new name: it may be stopped in the middle of that.
    let word = "";
    const echoed = await retried(5, async (attempt) => {
      word += `word${attempt}-`;
      process.kill(pid, "SIGSTOP");
      terminal.type(`word${attempt}-`);
      const seen = await within(1000, terminal.see(word));
      process.kill(pid, "SIGCONT");
      await terminal.see(word);
      return seen;
    });
    expect(echoed).toBe(true);
    terminal.type("\r");
    await terminal.see(`${word}\n${word}`);
  });

  it("so that what a program paints is seen while the daemon stands still, and the daemon knows of it", async () => {
    const paint = 'd => process.stdout.write("\\x1b[32m" + d + "\\x1b[m\\x1b[K")';
    const script = `process.stdin.setRawMode(true); process.stdin.on("data", ${paint}); console.log("ready")`;
    const terminal = await attach(`"exec ${process.execPath} -e '${script.replaceAll('"', '\\"')}'"`);
    await terminal.see("ready");
    await untilLent("s");
    let word = "";
    const seen = await retried(5, async (attempt) => {
      word += `green${attempt}`;
      process.kill(daemon.pid()!, "SIGSTOP");
      terminal.type(`green${attempt}`);
      const inTime = await within(1000, terminal.see(word));
      process.kill(daemon.pid()!, "SIGCONT");
      await terminal.see(word);
      return inTime;
    });
    expect(seen).toBe(true);
    await waitFor(async () => (await shown("s")).includes(word), "the word in the pane");
    const before = pictureOf(terminal.screen);
    expect(before[1]).toBe(`{fg2}${word}`);
    const drawn = terminal.output.length;
    await tmux("refresh-client");
    await terminal.until(
      () => terminal.output.length > drawn && terminal.output.includes("ready", drawn),
      "all of it again",
    );
    expect(pictureOf(terminal.screen)).toEqual(before);
  });

  it("and the daemon knows of everything that was drawn meanwhile", async () => {
    const terminal = await attach("cat");
    await untilLent("s");
    terminal.type("one two three");
    await terminal.see("one two three");
    await waitFor(async () => (await shown("s")) === "one two three", "the text in the pane");
    const before = terminal.output.length;
    terminal.type("\x7f\x7f");
    await terminal.until((text) => /one two thr *$/m.test(text), "two letters less");
    // What stood there already is not drawn again.
    expect(terminal.output.slice(before)).not.toContain("one");
  });

  it("by turns, as keys are looked at in between", async () => {
    const terminal = await attach("cat");
    for (let round = 0; round < 5; round++) {
      await untilLent("s");
      // Keys that come together are a paste, in which no key is a command.
      terminal.type(`round ${round}`);
      await terminal.see(`round ${round}`);
      terminal.type("\x02:display-message 'said it'\r");
      await terminal.see("said it");
      terminal.type("\r");
      await waitFor(
        async () => (await shown("s")).includes(`round ${round}\nround ${round}`),
        "the line in the pane",
      );
    }
  });

  it("until keys mean something else, and not a key longer", async () => {
    const terminal = await attach("cat");
    for (let round = 0; round < 20; round++) {
      await untilLent("s");
      await daemon.tmux("bind-key", "-n", "x", "set-option", "-g", "@pressed", String(round));
      terminal.type("x");
      await waitFor(async () => (await tmux("show-options", "-gv", "@pressed")) === String(round), "the key");
      await daemon.tmux("unbind-key", "-n", "x");
    }
    expect(await shown("s")).toBe("");
  });

  it("until another pane has them, and not a key longer", async () => {
    const terminal = await attach("cat");
    await daemon.tmux("split-window", "-t", "s", "cat");
    const expected = ["", ""];
    for (let round = 0; round < 40; round++) {
      const letter = String.fromCharCode(97 + (round % 26));
      await daemon.tmux("select-pane", "-t", `s.${round % 2}`);
      terminal.type(letter);
      expected[round % 2] += letter;
      await waitFor(
        async () => (await shown(`s.${round % 2}`)) === expected[round % 2],
        `${expected[round % 2]} in pane ${round % 2}`,
      );
    }
  });

  it.each([
    ["a mode", ["copy-mode", "-t", "s"], ["send-keys", "-t", "s", "-X", "cancel"]],
    ["input that is off", ["select-pane", "-d", "-t", "s"], ["select-pane", "-e", "-t", "s"]],
    ["a client that may only look", ["switch-client", "-r"], ["switch-client", "-r"]],
  ])("not while there is %s", async (_, begin, end) => {
    await attach("cat");
    await untilLent("s");
    await daemon.tmux(...begin);
    expect(await isLent("s")).toBe(false);
    await daemon.tmux(...end);
    await untilLent("s");
  });

  it("not while a key's command waits: what is typed comes after it", async () => {
    const terminal = await attach("cat");
    await untilLent("s");
    await tmux("bind-key", "-n", "F6", "wait-for go ; send-keys -t s first");
    terminal.type("\x1b[17~");
    await waitFor(async () => !(await isLent("s")), "the terminal to be given back");
    terminal.type("second");
    await tmux("wait-for", "-S", "go");
    await terminal.see("firstsecond");
    await untilLent("s");
  });

  it("and goes back to whoever comes after the client", async () => {
    const terminal = await openTerminal(daemon, "tmux new-session -s s cat; stty sane; echo over; cat");
    await waitFor(async () => (await tmux("list-clients")) !== "", "the client");
    await untilLent("s");
    const client = Number(await tmux("list-clients", "-F", "#{client_pid}"));
    process.kill(client, "SIGKILL");
    await terminal.see("over");
    await waitFor(async () => !(await isLent("s")), "the terminal to be given back");
    terminal.type("mine\r");
    await terminal.see("mine\nmine");
    expect(await shown("s")).toBe("");
  });

  it("and a long text that is pasted there runs no command, wherever it is cut", async () => {
    const terminal = await attach("'cat > /dev/null'");
    await daemon.tmux("set-option", "-g", "assume-paste-time", "5000");
    await untilLent("s");
    terminal.type(`${"x".repeat(6000)}\r${"y".repeat(3000)}\x02c\rthe end`);
    await terminal.see("the end");
    expect((await tmux("list-windows", "-t", "s")).split("\n").length).toBe(1);
  });

  it("and keys that a daemon dies over are looked at by the next one", async () => {
    const terminal = await attach("cat");
    await untilLent("s");
    const ends = await holderAndTerminal("s");
    terminal.type("typed");
    await terminal.see("typed");
    process.kill(daemon.pid()!, "SIGSTOP");
    terminal.type("\x02c");
    await waitFor(() => !hasOpen(...ends), "the terminal to be given back");
    await daemon.kill9();
    await waitFor(async () => (await tmux("list-windows", "-t", "s")).split("\n").length === 2, "a window");
    expect(await shown("s:0")).toBe("typed");
    await untilLent("s:1");
  });

  it("not where MULLION_LENDING=0 stands in the client's environment", async () => {
    const terminal = await openTerminal(daemon, "MULLION_LENDING=0 exec tmux new-session -s s cat");
    await waitFor(async () => (await tmux("list-clients")) !== "", "the client");
    for (const word of ["one", " two", " three"]) {
      terminal.type(word);
      await terminal.see(word);
      expect(await isLent("s")).toBe(false);
    }
  });

  it("to one client at a time, while another types as well", async () => {
    const first = await attach("cat");
    const second = await openTerminal(daemon, "tmux attach -t s; read X");
    await waitFor(async () => (await tmux("list-clients")).split("\n").length === 2, "two clients");
    first.type("first ");
    await second.see("first");
    second.type("second ");
    await first.see("first second");
    first.type("third");
    for (const terminal of [first, second]) await terminal.see("first second third");
  });
});

describe("what is drawn by a pane and what is drawn around it", () => {
  it("is the same picture in the end, however they meet", async () => {
    const terminal = await attach("cat");
    await daemon.tmux("split-window", "-d", "-h", "-t", "s", "while :; do echo $((i=i+1)); done");
    await daemon.tmux("set-option", "-g", "status-interval", "1");
    const words = Array.from({ length: 60 }, (_, i) => `${"abcdefgh".slice(i % 7)}${i}`);
    for (const word of words) {
      terminal.type(word);
      await terminal.see(word);
      terminal.type(" \r");
    }
    await daemon.tmux("kill-pane", "-t", "s.1");
    const last = words.at(-1)!;
    await waitFor(async () => (await shown("s")).split(last).length === 3, "the last line and its echo");
    const plain = (text: string) => text.replace(/ +$/gm, "").trim();
    const inPane = plain(await shown("s"));
    await terminal.until(
      (text) => plain(text.slice(0, text.lastIndexOf("\n"))) === inPane,
      `what the pane shows:\n${inPane}`,
    );
  }, 60_000);
});
