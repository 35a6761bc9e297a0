import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { prepareInstance, type TestDaemon } from "../fixtures/daemon.ts";
import { outputOf } from "../fixtures/output-of.ts";
import { waitFor } from "../fixtures/wait-for.ts";
import { type OuterTerminal, openTerminal } from "./outer-terminal.ts";

let daemon: TestDaemon;
beforeEach(() => {
  daemon = prepareInstance();
});
afterEach(() => daemon.stop());

const tmux = async (...argv: string[]) => (await outputOf(daemon.tmux(...argv))).trimEnd();

/** A client of a daemon that dies at this place. */
async function attachTo(place: string): Promise<OuterTerminal> {
  await daemon.tmux("new-session", "-d", "-s", "k", "cat", { env: { MULLION_CRASH_AT: place } });
  await tmux("bind-key", "-n", "F5", "set-option -ga @pressed x");
  // So its keys come to the daemon, and are not typed past it.
  await tmux("set-option", "-wt", "k", "synchronize-panes", "on");
  const terminal = await openTerminal(daemon, "exec tmux attach -t k");
  await terminal.see("[k] 0:");
  return terminal;
}

/** Everything typed before was dealt with when this is. */
async function whenDealtWith(terminal: OuterTerminal, place: string): Promise<void> {
  await waitFor(() => existsSync(join(daemon.dir, `m/crashed-${place.split(":")[0]}`)), "the crash");
  terminal.type("\x02:rename-window after\r");
  await terminal.see("0:after");
}

it("a key whose doing is on record does nothing more, though the daemon died before it said so", async () => {
  const terminal = await attachTo("before-taken");
  terminal.type("\x1b[15~");
  await whenDealtWith(terminal, "before-taken");
  expect(await tmux("show-options", "-gv", "@pressed")).toBe("x");
  terminal.type("\x1b[15~");
  await waitFor(async () => (await tmux("show-options", "-gv", "@pressed")) === "xx", "the next press");
});

/** Moments of what `prefix %` does; the first launch is that of the session's own pane. */
it.each(["before-launch:2", "after-launch:2"])("a pane that a key makes is made once: %s", async (place) => {
  const terminal = await attachTo(place);
  terminal.type("\x02%");
  await whenDealtWith(terminal, place);
  expect(await tmux("list-panes", "-t", "k", "-F", "x")).toBe("x\nx");
});
