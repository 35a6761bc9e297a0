import { spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach } from "vitest";
import { CLOSED_INSPECTOR } from "../../src/processes/closed-inspector.ts";
import { isListening } from "../../src/wire/is-listening.ts";
import { prepareInstance, root, type TestDaemon } from "../fixtures/daemon.ts";
import { waitFor } from "../fixtures/wait-for.ts";
import { attack } from "./attack.ts";
import { type Fault, FaultyDaemon } from "./fault-layer/faults.ts";
import { NumberedPanes, residentMb } from "./numbered-panes.ts";

/** Descriptors, memory and connections at their limits. */

let daemon: TestDaemon;
beforeEach(() => {
  daemon = prepareInstance();
});
afterEach(() => daemon.stop());

/** Starts the daemon under limits, which a client's start would not set. */
async function startLimited(...limits: string[]): Promise<void> {
  const argv = [...limits, process.execPath, CLOSED_INSPECTOR, join(root, "dist/daemon/main.js")];
  spawn("prlimit", argv, { env: daemon.env, stdio: "ignore", detached: true }).unref();
  await waitFor(() => isListening(join(daemon.dir, "m/daemon.sock")), "the daemon to listen");
}

const DESCRIPTORS = [64, 80, 96, 128, 192, 256];

attack(
  "EMFILE: panes and calls beyond each limit of descriptors",
  DESCRIPTORS.length,
  async (tally, rounds) => {
    for (; tally.rounds < rounds; tally.rounds++) {
      const limit = DESCRIPTORS[tally.rounds % DESCRIPTORS.length]!;
      await startLimited(`--nofile=${limit}:${limit}`);
      const panes = await NumberedPanes.open(daemon, { printers: 2, readers: 1 });
      const made: string[] = [];
      for (let i = 0; i < limit; i++) {
        const argv = ["-d", "-t", "numbered:", "-P", "-F", "#{pane_pid}", "exec cat"];
        const outcome = await daemon.tmux("new-window", ...argv);
        if (tally.answered(outcome, `new-window at ${limit} descriptors`)) made.push(outcome.stdout.trim());
      }
      await daemon.kill9();
      // The next daemon has the machine's own limit.
      const { stdout } = await daemon.tmux("list-panes", "-a", "-F", "#{pane_pid}");
      const shown = new Set(stdout.trimEnd().split("\n"));
      for (const pid of made)
        if (!shown.has(pid)) tally.found("lost", `process ${pid} at ${limit} descriptors`);
      await panes.type();
      await panes.judge(tally);
      await daemon.run("down", "--force");
    }
  },
);

const FAULTS: readonly Fault[] = [
  { call: "connect", error: "EAGAIN", percent: 50 },
  { call: "connect", error: "ECONNREFUSED", percent: 50 },
  { call: "socket", error: "EMFILE", percent: 50 },
  { call: "socket", error: "ENFILE", percent: 80 },
  { call: "accept", error: "ENFILE", percent: 50 },
  { call: "accept", error: "EMFILE", percent: 50 },
];

attack("EAGAIN, ECONNREFUSED, EMFILE and ENFILE while holders are found again", 12, async (tally, rounds) => {
  const faulty = new FaultyDaemon(daemon);
  await faulty.start();
  const panes = await NumberedPanes.open(daemon, { printers: 3, readers: 2 });
  for (; tally.rounds < rounds; tally.rounds++) {
    const fault = FAULTS[tally.rounds % FAULTS.length]!;
    await daemon.kill9();
    // A daemon that cannot open a socket cannot start, so these faults begin right after its start.
    if (fault.call === "connect") faulty.set([fault]);
    await faulty.start();
    faulty.set([fault]);
    tally.answered(await daemon.tmux("list-panes", "-a"), "list-panes");
    faulty.set([]);
    await panes.type();
  }
  await panes.judge(tally);
});

attack("memory: a daemon that runs out of it, under floods", 2, async (tally, rounds) => {
  for (; tally.rounds < rounds; tally.rounds++) {
    await startLimited(`--data=${400 * 1024 * 1024}`);
    const panes = await NumberedPanes.open(daemon, { printers: 2, readers: 1 });
    const flood = "i=0; while :; do i=$((i+1)); printf '%0999d' $i; done";
    for (let i = 0; i < 4; i++)
      await daemon.tmux("new-window", "-d", "-t", "numbered:", "-n", "flood", "sh", "-c", flood);
    for (let i = 0; i < 5; i++) await panes.type();
    await daemon.tmux("kill-window", "-t", "numbered:flood");
    await panes.judge(tally);
    await daemon.run("down", "--force");
  }
});

attack("2,000 connections that ask for nothing", 1, async (tally, rounds) => {
  await daemon.tmux("new-session", "-d", "-s", "s", "cat");
  const descriptors = () => readdirSync(`/proc/${daemon.pid()}/fd`).length;
  const before = descriptors();
  for (; tally.rounds < rounds; tally.rounds++) {
    const sockets: Socket[] = [];
    // As many at once as a socket's backlog accepts.
    while (sockets.length < 2_000)
      sockets.push(...(await Promise.all(Array.from({ length: 100 }, () => open()))));
    tally.answered(await daemon.tmux("list-panes", "-a"), "list-panes among 2,000 connections");
    tally.peakMb = residentMb(daemon.pid()!);
    await waitFor(() => descriptors() <= before, "their descriptors to be closed", 30_000).catch(() =>
      tally.found("wrong", `${descriptors() - before} descriptors stay open`),
    );
    for (const socket of sockets) socket.destroy();
  }
});

attack(
  "1,000 panes, made by 32 callers at once; then kill -9 of the daemon",
  1_000,
  async (tally, rounds) => {
    await daemon.tmux("new-session", "-d", "-s", "many", "exec cat");
    const made = new Set<string>();
    const caller = async () => {
      while (tally.rounds < rounds) {
        tally.rounds += 1;
        const argv = ["-d", "-t", "many:", "-P", "-F", "#{pane_id} #{pane_pid}", "exec cat"];
        const outcome = await daemon.tmux("new-window", ...argv);
        if (!tally.answered(outcome, "new-window")) continue;
        if (made.has(outcome.stdout)) tally.found("doubled", `pane ${outcome.stdout.trim()}`);
        made.add(outcome.stdout);
      }
    };
    await Promise.all(Array.from({ length: 32 }, caller));
    tally.peakMb = residentMb(daemon.pid()!);
    await daemon.kill9();
    const { stdout } = await daemon.tmux("list-panes", "-a", "-F", "#{pane_id} #{pane_pid}");
    const shown = new Set(stdout.split("\n"));
    for (const pane of made) if (!shown.has(pane.trim())) tally.found("lost", `pane ${pane.trim()}`);
  },
);

/** Retries while the daemon's backlog is full. */
function open(): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(join(daemon.dir, "m/daemon.sock"));
    socket.once("connect", () => resolve(socket));
    socket.once("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EAGAIN") setImmediate(() => open().then(resolve, reject));
      else reject(error);
    });
    socket.on("error", () => {});
  });
}
