import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { prepareInstance, type TestDaemon } from "../fixtures/daemon.ts";
import { hasOpen } from "../fixtures/open-files.ts";
import { outputOf } from "../fixtures/output-of.ts";
import { waitFor } from "../fixtures/wait-for.ts";
import { type OuterTerminal, openTerminal } from "./outer-terminal.ts";

let daemon: TestDaemon;
beforeEach(() => {
  daemon = prepareInstance();
});
afterEach(() => daemon.stop());

const tmux = async (...argv: string[]) => (await outputOf(daemon.tmux(...argv))).trimEnd();

const PREFIX = "\x02";
const F5 = "\x1b[15~";

type Reader = "the client" | "the pane's holder";

/** A client of a daemon that dies at this place, and who reads its terminal. */
async function attachTo(place: string, reader: Reader): Promise<OuterTerminal> {
  await daemon.tmux("new-session", "-d", "-s", "k", "cat", { env: { MULLION_CRASH_AT: place } });
  await tmux("bind-key", "-n", "F5", "set-option -ga @pressed x");
  // Keys for several panes are for the daemon to type.
  if (reader === "the client") await tmux("set-option", "-wt", "k", "synchronize-panes", "on");
  const terminal = await openTerminal(daemon, "exec tmux attach -t k");
  await terminal.see("[k] 0:");
  if (reader === "the pane's holder") await waitFor(isLent, "the terminal to be lent");
  return terminal;
}

/** The holder of the pane has the client's terminal open. */
async function isLent(): Promise<boolean> {
  const tty = await tmux("list-clients", "-F", "#{client_tty}");
  return hasOpen(await holderPid(), tty);
}

async function holderPid(): Promise<number> {
  const pid = await tmux("display-message", "-pt", "k", "#{pane_pid}");
  const [, holder] = /^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))!;
  return Number(holder);
}

/** Resolves when the daemon has handled everything typed so far, because this rename comes last. */
async function whenDealtWith(terminal: OuterTerminal, place: string): Promise<void> {
  await waitFor(() => existsSync(join(daemon.dir, `m/crashed-${place.split(":")[0]}`)), "the crash");
  terminal.type("\x02:rename-window after\r");
  await terminal.see("0:after");
}

// Only /proc shows which files a process has open.
const readers: readonly Reader[] =
  process.platform === "linux" && process.env.MULLION_LENDING !== "0"
    ? ["the client", "the pane's holder"]
    : ["the client"];

describe.each(readers)("read by %s", (reader) => {
  it("a key whose doing is on record does nothing more, though the daemon died before it said so", async () => {
    const terminal = await attachTo("before-taken", reader);
    terminal.type(F5);
    await whenDealtWith(terminal, "before-taken");
    expect(await tmux("show-options", "-gv", "@pressed")).toBe("x");
    terminal.type(F5);
    await waitFor(async () => (await tmux("show-options", "-gv", "@pressed")) === "xx", "the next press");
  });

  /** Moments of what `prefix %` does; the first launch is that of the session's own pane. */
  it.each(["before-launch:2", "after-launch:2"])(
    "a pane that a key makes is made once: %s",
    async (place) => {
      const terminal = await attachTo(place, reader);
      terminal.type("\x02%");
      await whenDealtWith(terminal, place);
      expect(await tmux("list-panes", "-t", "k", "-F", "x")).toBe("x\nx");
    },
  );
});

describe.each(readers)("read by %s, over the death of the daemon", (reader) => {
  const table = () => tmux("list-clients", "-F", "#{client_key_table}");
  const shown = () => tmux("capture-pane", "-pt", "k:0.0");

  /** Kills the daemon when it has handled the keys and the client has its acknowledgement, and waits until the client is back. */
  async function typeAndKill(terminal: OuterTerminal, keys: readonly string[], expected: string) {
    for (const key of keys) {
      terminal.type(key);
      if (key === PREFIX) await waitFor(async () => (await table()) === "prefix", "the prefix");
    }
    await waitFor(async () => (await table()) === expected, `the table ${expected}`);
    // These calls take longer than the delay of an acknowledgement to the client.
    for (let round = 0; round < 20; round++) await tmux("list-sessions");
    await daemon.kill9();
    await waitFor(async () => (await table()) !== "", "the client to be back");
  }

  it("keys that were typed meanwhile are no paste, although they arrive together", async () => {
    const terminal = await attachTo("nowhere", reader);
    await tmux("set-option", "-g", "assume-paste-time", "5000"); // Milliseconds: also for a slow machine.
    await daemon.kill9();
    terminal.type(`ab${PREFIX}:rename-window after\r`);
    await terminal.see("0:after");
    expect(await shown()).toBe("ab");
  });

  it("a prefix key waits for the key after it", async () => {
    const terminal = await attachTo("nowhere", reader);
    await typeAndKill(terminal, [PREFIX], "prefix");
    expect(await table()).toBe("prefix");
    terminal.type(":rename-window after\r");
    await terminal.see("0:after");
    expect(await shown()).toBe("");
    terminal.type("typed");
    await waitFor(async () => (await shown()) === "typed", "the text in the pane");
  });

  it.each([
    ["an unbound key", "Q"],
    ["a command that changes nothing", "r"],
    ["a command that repeats", "\x1b[1;5A"],
  ])("a prefix key does not wait after %s", async (_what, key) => {
    const terminal = await attachTo("nowhere", reader);
    await tmux("bind-key", "r", "refresh-client");
    await typeAndKill(terminal, [PREFIX, key], "root");
    terminal.type("c");
    await waitFor(async () => (await shown()) === "c", "the key in the pane");
  });

  it("a key table that a key chose is used for the next key", async () => {
    const terminal = await attachTo("nowhere", reader);
    await tmux("bind-key", "-n", "F6", "switch-client -T other");
    await tmux("bind-key", "-T", "other", "c", "set-option -ga @pressed x");
    await typeAndKill(terminal, ["\x1b[17~"], "other");
    terminal.type("c");
    await waitFor(async () => (await tmux("show-options", "-gqv", "@pressed")) === "x", "the press");
    expect(await shown()).toBe("");
  });
});

describe("a key that no key table decides is not typed into the pane by the next daemon", () => {
  it("if it chose an item of a popup's menu", async () => {
    const terminal = await attachTo("before-taken:2", "the client");
    await openPopup(terminal);
    terminal.type("\x1b[<2;1;1M");
    await terminal.see("To Vertical Pane");
    terminal.type("v");
    await whenDealtWith(terminal, "before-taken");
    expect(await tmux("list-panes", "-t", "k", "-F", "x")).toBe("x\nx");
    expect(await shown()).toBe("");
  });

  it("if it was typed into the program of a popup", async () => {
    const terminal = await attachTo("before-taken", "the client");
    await openPopup(terminal);
    terminal.type("p");
    await whenDealtWith(terminal, "before-taken");
    expect(await shown()).toBe("");
  });

  it("if it deleted a buffer in choose-buffer", async () => {
    const terminal = await attachTo("before-taken:2", "the client");
    for (const text of ["one", "two", "three"]) await tmux("set-buffer", text);
    await tmux("bind-key", "-n", "F6", "choose-buffer");
    terminal.type("\x1b[17~");
    await terminal.see("three");
    terminal.type("d");
    await whenDealtWith(terminal, "before-taken");
    expect(await tmux("list-buffers", "-F", "#{buffer_sample}")).toBe("two\none");
    expect(await shown()).toBe("");
  });

  it("if it answered a prompt whose command waited", async () => {
    const terminal = await attachTo("before-taken", "the client");
    await tmux("bind-key", "-n", "F6", 'confirm-before -p "sure?" "set-option -ga @pressed x"');
    terminal.type("\x1b[17~");
    await terminal.see("sure?");
    terminal.type("y");
    await whenDealtWith(terminal, "before-taken");
    expect(await tmux("show-options", "-gv", "@pressed")).toBe("x");
    expect(await shown()).toBe("");
  });

  const shown = () => tmux("capture-pane", "-pt", "k:0.0");

  async function openPopup(terminal: OuterTerminal): Promise<void> {
    await tmux("bind-key", "-n", "F6", 'display-popup "echo before; exec cat"');
    terminal.type("\x1b[17~");
    await terminal.see("before");
  }
});

it.runIf(readers.includes("the pane's holder"))(
  "keys that the holder kept for the next daemon come before those that the client reads",
  async () => {
    const terminal = await attachTo("nowhere", "the pane's holder");
    const holder = await holderPid();
    const tty = await tmux("list-clients", "-F", "#{client_tty}");
    process.kill(daemon.pid()!, "SIGSTOP");
    terminal.type(PREFIX);
    await waitFor(() => !hasOpen(holder, tty), "the holder to return the terminal");
    process.kill(holder, "SIGSTOP");
    terminal.type(":rename-window after\r");
    await daemon.kill9();
    await waitFor(async () => (await tmux("list-clients", "-F", "x")) === "x", "the client to be back");
    process.kill(holder, "SIGCONT");
    await terminal.see("0:after");
    expect(await tmux("capture-pane", "-pt", "k:0.0")).toBe("");
  },
);

it("a key that waits behind another one's command is pressed by the next daemon", async () => {
  const terminal = await attachTo("nowhere", "the client");
  const [begun, end] = [join(daemon.dir, "begun"), join(daemon.dir, "end")];
  await tmux("bind-key", "-n", "F6", `run-shell "touch ${begun}; until [ -e ${end} ]; do sleep 0.02; done"`);
  terminal.type("\x1b[17~");
  await waitFor(() => existsSync(begun), "the command");
  rmSync(begun);
  terminal.type(F5);
  // These calls take longer than the delay of an acknowledgement to the client.
  for (let round = 0; round < 20; round++) await tmux("list-sessions");
  expect(await tmux("show-options", "-gqv", "@pressed")).toBe("");
  await daemon.kill9();
  await waitFor(async () => (await tmux("show-options", "-gqv", "@pressed")) === "x", "the press");
  writeFileSync(end, "");
  expect(existsSync(begun)).toBe(false);
  expect(await tmux("capture-pane", "-pt", "k")).toBe("");
});

// The holder is found in /proc.
it.runIf(process.platform === "linux")(
  "a client detaches from a pane that takes no more keys, because its holder stands still",
  async () => {
    const terminal = await attachTo("nowhere", "the client");
    const holder = await holderPid();
    process.kill(holder, "SIGSTOP");
    try {
      // More keys than the connection to the holder has room for. The client must read them one by one.
      for (let key = 0; key < 600; key++) {
        terminal.type("x");
        await delay(2);
      }
      // A client that was slow reads many keys at once. Those count as a paste, and so would the prefix among them.
      await waitFor(async () => {
        terminal.type(F5);
        return (await tmux("show-options", "-gqv", "@pressed")) !== "";
      }, "the client to read everything typed before");
      terminal.type(`${PREFIX}d`);
      await terminal.see("[detached (from session k)]");
    } finally {
      process.kill(holder, "SIGCONT");
    }
  },
);
