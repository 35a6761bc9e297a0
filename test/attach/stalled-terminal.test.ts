import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { processExists } from "../../src/processes/process-mark.ts";
import { processTable } from "../../src/processes/process-table.ts";
import { startDaemon, type TestDaemon } from "../fixtures/daemon.ts";
import { waitFor } from "../fixtures/wait-for.ts";
import { type OuterTerminal, openTerminal } from "./outer-terminal.ts";
import { picture } from "./picture.ts";

/**
 * A flood that also rings, copies and calls, until it is interrupted. It counts, so that one sees how far it is; between a
 * picture of now and one of long ago lie thousands of lines. With noflsh, the system does not discard the output in the
 * terminal at C-c: without the beginning of its sequence, the copied text would be shown.
 */
const FLOOD = `stty noflsh; exec node -e '
let from = 0;
const say = () => {
  let text = "";
  for (const end = from + 500; from < end; from++)
    text += "\\x1b[3" + (from % 8) + "mline " + from + " ".repeat(from % 30) + "\\n";
  const copied = Buffer.from("copy " + from + "x".repeat(3000)).toString("base64");
  process.stdout.write(text + "\\x07\\x1b]52;c;" + copied + "\\x07\\x1b]9;look " + from + "\\x07\\x1b[m");
};
const flood = setInterval(say, 0);
process.on("SIGINT", () => { clearInterval(flood); console.log("finished"); setInterval(say, 1e9); });'`;

/** What a client may be sent that its terminal does not take: a picture or two. */
const MAX_BEHIND_BYTES = 64 * 1024;
const MAX_GROWTH_BYTES = 96 * 1024 * 1024;
const FLOODED_LINES = 200_000;

describe("a terminal that takes nothing", () => {
  let daemon: TestDaemon;
  let stalled: OuterTerminal;
  let other: OuterTerminal;
  beforeAll(async () => {
    daemon = await startDaemon();
  });
  afterAll(() => daemon.stop());
  beforeEach(async () => {
    await daemon.tmux("new-session", "-d", "-s", "s", "-n", "w", FLOOD);
    await daemon.tmux("set-option", "-g", "status-right", "");
    await daemon.tmux("set-option", "-s", "set-clipboard", "on");
    await daemon.tmux("split-window", "-h", "-t", "s", "cat");
    stalled = await attach();
    other = await attach();
  });
  afterEach(async () => {
    stalled.stall(false);
    await daemon.tmux("kill-server");
  });

  const tmux = async (...words: string[]) => (await daemon.tmux(...words)).stdout.trim();
  const attach = async () => {
    const terminal = await openTerminal(daemon, 'tmux attach -t s; echo "left $?"; read X');
    await terminal.see(/line \d+/);
    return terminal;
  };
  /** Bytes sent to both clients, the one that attached first in first place. */
  const written = async () => (await tmux("list-clients", "-F", "#{client_written}")).split("\n").map(Number);
  const clientPid = async () => Number((await tmux("list-clients", "-F", "#{client_pid}")).split("\n")[0]);
  const line = async () => {
    const shown = await tmux("capture-pane", "-pt", "s:w.0");
    return Math.max(...[...shown.matchAll(/line (\d+)/g)].map(([, number]) => Number(number)));
  };
  const residentBytes = async () =>
    (await processTable()).find(({ pid }) => pid === daemon.pid())!.memoryBytes;
  const isFull = async () => {
    const [before] = await written();
    const from = await line();
    await waitFor(async () => (await line()) > from + 5_000, "more lines");
    return (await written())[0] === before;
  };

  it("holds up neither panes nor others, fills no memory, and shows the newest picture when it is read again", async () => {
    stalled.stall(true);
    const [sent] = await written();
    const resident = await residentBytes();
    const from = await line();
    await waitFor(async () => (await line()) > from + FLOODED_LINES, "the flood to go on");
    other.type("still here\r");
    await other.see(/still here.*still here/s);
    const [behind, ahead] = await written();
    expect(behind! - sent!).toBeLessThan(MAX_BEHIND_BYTES);
    expect(ahead).toBeGreaterThan(behind!);
    expect((await residentBytes()) - resident).toBeLessThan(MAX_GROWTH_BYTES);
    await daemon.tmux("send-keys", "-t", "s:w.0", "C-c");
    await other.see("finished");
    const copied = await tmux("show-buffer");
    stalled.stall(false);
    await stalled.see("finished");
    await waitFor(() => picture(stalled) === picture(other), "the same picture");
    expect(stalled.output).toContain(Buffer.from(copied).toString("base64"));
  });

  it("is detached from outside, and receives that when it is read again", async () => {
    stalled.stall(true);
    await waitFor(isFull, "a full terminal");
    const [name] = (await tmux("list-clients", "-F", "#{client_name}")).split("\n");
    await daemon.tmux("detach-client", "-t", name!);
    await waitFor(async () => (await written()).length === 1, "one client");
    other.type("alone\r");
    await other.see(/alone.*alone/s);
    stalled.stall(false);
    await stalled.see("[detached (from session s)]\nleft 0");
    expect(await stalled.isRaw()).toBe(false);
  });

  it("is left by a client that is terminated", async () => {
    stalled.stall(true);
    await waitFor(isFull, "a full terminal");
    const pid = await clientPid();
    process.kill(pid, "SIGTERM");
    await waitFor(async () => (await written()).length === 1, "one client");
    stalled.stall(false);
    await stalled.see("[terminated]\nleft 1");
    expect(processExists(pid)).toBe(false);
  });

  it("is left by a client that is killed", async () => {
    stalled.stall(true);
    await waitFor(isFull, "a full terminal");
    process.kill(await clientPid(), "SIGKILL");
    await waitFor(async () => (await written()).length === 1, "one client");
    other.type("alone\r");
    await other.see(/alone.*alone/s);
  });
});
