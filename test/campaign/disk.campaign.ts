import { spawnSync } from "node:child_process";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach } from "vitest";
import { prepareInstance, type TestDaemon } from "../fixtures/daemon.ts";
import { waitFor } from "../fixtures/wait-for.ts";
import { attack, type Tally } from "./attack.ts";
import { type Fault, FaultyDaemon } from "./fault-layer/faults.ts";
import { NumberedPanes } from "./numbered-panes.ts";
import { Random } from "./random.ts";

/** Full, read-only and broken disks, and files that are deleted, replaced or damaged under a daemon. */

let daemon: TestDaemon;
let state: string;
beforeEach(() => {
  daemon = prepareInstance();
  state = join(daemon.dir, "m/state");
  mkdirSync(state, { recursive: true });
  chmodSync(join(daemon.dir, "m"), 0o700);
});
afterEach(async () => {
  spawnSync("mount", ["-o", "remount,rw,size=64m", state]);
  await daemon.run("down", "--force");
  spawnSync("umount", ["-l", state]);
  await daemon.stop();
});

const random = new Random("disk");

/** Only root can mount a small disk, and a container may forbid it. */
function canMount(): boolean {
  const probe = mkdtempSync(join(tmpdir(), "mullion-mount-"));
  const { status } = spawnSync("mount", ["-t", "tmpfs", "-o", "size=64k", "tmpfs", probe]);
  spawnSync("umount", [probe]);
  rmSync(probe, { recursive: true });
  return status === 0;
}

function mount(options: string): void {
  const { status, stderr } = spawnSync("mount", [
    "-t",
    "tmpfs",
    "-o",
    `mode=0700,${options}`,
    "tmpfs",
    state,
  ]);
  if (status !== 0) throw new Error(`cannot mount a small disk: ${stderr}`);
}

/**
 * A pane created while nothing can be written is a real pane: the call is answered, and the pane is found again after a
 * kill.
 */
async function makePane(tally: Tally, made: Set<string>): Promise<void> {
  const argv = ["new-window", "-d", "-t", "numbered:", "-P", "-F", "#{pane_id} #{pane_pid}", "exec cat"];
  const outcome = await daemon.tmux(...argv);
  if (tally.answered(outcome, "new-window")) made.add(outcome.stdout.trim().split(" ")[1]!);
}

/** Every acknowledged process still runs, and is shown in some pane. */
async function judgeMade(tally: Tally, made: ReadonlySet<string>): Promise<void> {
  const { stdout } = await daemon.tmux("list-panes", "-a", "-F", "#{pane_pid}");
  const shown = new Set(stdout.trimEnd().split("\n"));
  for (const pid of made) if (!shown.has(pid)) tally.found("lost", `the pane of process ${pid}`);
}

const DISKS = ["size=200k", "size=1m", "size=16m,nr_inodes=12", "size=16m"];

if (canMount())
  attack("disk: full, out of inodes, read-only; kill -9 while it is", 8, async (tally, rounds) => {
    for (; tally.rounds < rounds; tally.rounds++) {
      mount(random.pick(DISKS));
      const panes = await NumberedPanes.open(daemon, { printers: 2, readers: 1 });
      const made = new Set<string>();
      if (random.chance(0.5)) spawnSync("mount", ["-o", "remount,ro", state]);
      else fill();
      for (let i = 0; i < 3; i++) await makePane(tally, made);
      await panes.type();
      await daemon.kill9();
      await judgeMade(tally, made);
      await panes.type();
      const { stdout } = await daemon.tmux("list-panes", "-a", "-F", "#{pane_pid}");
      for (const { id, pid } of [...panes.printers, ...panes.readers])
        if (!stdout.split("\n").includes(String(pid))) tally.found("lost", `pane ${id}`);
      spawnSync("mount", ["-o", "remount,rw,size=64m", state]);
      await daemon.run("down", "--force");
      spawnSync("umount", ["-l", state]);
    }
  });

/** Fills the disk to the last byte. */
function fill(): void {
  try {
    for (let i = 0; ; i++) writeFileSync(join(state, `filler-${i}`), Buffer.alloc(64 * 1024));
  } catch {
    // The disk is full.
  }
}

const FAULTS: readonly Fault[] = [
  { call: "write", error: "EIO", percent: 100 },
  { call: "write", error: "EIO", percent: 20 },
  { call: "write", error: "ENOSPC", percent: 50 },
  { call: "open", error: "EIO", percent: 100 },
  { call: "open", error: "EROFS", percent: 30 },
  { call: "rename", error: "EIO", percent: 100 },
];

attack("disk: EIO, ENOSPC and EROFS from single calls", 12, async (tally, rounds) => {
  const faulty = new FaultyDaemon(daemon);
  await faulty.start();
  const panes = await NumberedPanes.open(daemon, { printers: 3, readers: 2 });
  const made = new Set<string>();
  for (; tally.rounds < rounds; tally.rounds++) {
    faulty.set([FAULTS[tally.rounds % FAULTS.length]!]);
    await panes.type();
    await makePane(tally, made);
    tally.answered(await daemon.tmux("set-option", "-g", "@round", String(tally.rounds)), "set-option");
    faulty.set([]);
    if (!random.chance(0.3)) continue;
    await daemon.kill9();
    await faulty.start();
  }
  await judgeMade(tally, made);
  await panes.judge(tally);
});

attack("clock: jumps of minutes, days and years, both ways", 12, async (tally, rounds) => {
  const faulty = new FaultyDaemon(daemon);
  await faulty.start();
  const panes = await NumberedPanes.open(daemon, { printers: 2, readers: 1 });
  for (; tally.rounds < rounds; tally.rounds++) {
    const clockSeconds = random.pick([-1e9, -86_400, -60, 60, 86_400, 1e8, 2 ** 31]);
    faulty.set([], { clockSeconds });
    await panes.type();
    tally.answered(await daemon.run("ls"), "mullion ls");
    const paned = await daemon.tmux("display-message", "-p", "#{t:session_created} #{session_activity}");
    tally.answered(paned, "display-message");
    if (!random.chance(0.3)) continue;
    await daemon.kill9();
    await faulty.start();
  }
  faulty.set([]);
  await panes.judge(tally);
});

/** All files of a daemon, except pipes and sockets of other programs. */
function files(directory: string): string[] {
  return readdirSync(directory, { recursive: true, encoding: "utf8" })
    .map((name) => join(directory, name))
    .filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile());
}

const damages: readonly ((path: string) => void)[] = [
  (path) => rmSync(path),
  (path) => writeFileSync(path, ""),
  (path) => writeFileSync(path, random.bytes(200)),
  (path) => writeFileSync(path, readFileSync(path).subarray(0, statSync(path).size >> 1)),
  (path) => {
    const bytes = readFileSync(path);
    if (bytes.length > 0) bytes[random.below(bytes.length)]! ^= 1 << random.below(8);
    writeFileSync(path, bytes);
  },
  (path) => {
    rmSync(path);
    mkdirSync(path);
  },
  (path) => {
    renameSync(path, `${path}.moved`);
    symlinkSync(`${path}.moved`, path);
  },
];

/** After damage and a kill, every running process is shown in some pane. */
async function judgeShown(tally: Tally, panes: NumberedPanes, what: string): Promise<void> {
  const outcome = await daemon.tmux("list-panes", "-a", "-F", "#{pane_pid}");
  const shown = outcome.stdout.trimEnd().split("\n");
  for (const { pid } of [...panes.printers, ...panes.readers])
    if (!shown.includes(String(pid)))
      tally.found("lost", `process ${pid} after ${what}: ${outcome.stderr.trim()}`);
}

attack(
  "files: each one deleted, emptied, cut, flipped or replaced, then kill -9",
  14,
  async (tally, rounds) => {
    const panes = await NumberedPanes.open(daemon, { printers: 2, readers: 1 });
    for (; tally.rounds < rounds; tally.rounds++) {
      const path = await waitFor(() => random.pick(files(state)), "a file in the state directory");
      damages[tally.rounds % damages.length]!(path);
      await daemon.kill9();
      await judgeShown(tally, panes, `damage ${tally.rounds % damages.length} to ${path}`);
    }
  },
);

const MAX_SWEEPS = 100;

/**
 * Removes a directory under a daemon that may write into it meanwhile. Node's own `maxRetries` does not look again for
 * what was written since.
 */
function removeWhole(path: string): void {
  for (let sweeps = 1; ; sweeps++) {
    try {
      rmSync(path, { recursive: true, force: true });
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOTEMPTY" || sweeps === MAX_SWEEPS) throw error;
    }
  }
}

attack("files: the state directory is removed, then kill -9", 4, async (tally, rounds) => {
  const panes = await NumberedPanes.open(daemon, { printers: 2, readers: 1 });
  for (; tally.rounds < rounds; tally.rounds++) {
    removeWhole(state);
    await daemon.kill9();
    await judgeShown(tally, panes, "the state directory was removed");
  }
});

attack("files: the runtime directory is removed under a living daemon", 3, async (tally, rounds) => {
  // Journals and records are separate from the sockets here, as for a user.
  const panes = await NumberedPanes.open(daemon, { printers: 2, readers: 1 });
  for (; tally.rounds < rounds; tally.rounds++) {
    const runtime = join(daemon.dir, "m");
    for (const name of readdirSync(runtime)) if (name !== "state") removeWhole(join(runtime, name));
    const serves = async () => (await daemon.tmux("list-panes", "-a")).status === 0;
    await waitFor(serves, "calls to be served again", 30_000);
    await judgeShown(tally, panes, "the runtime directory was removed");
    await panes.type();
  }
  await panes.judge(tally);
});
