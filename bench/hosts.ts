import { type ChildProcess, execFile, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { type Bench, median, quantile, type Row, timeCalls } from "./measure.ts";
import { type Both, cpuMs, type Multiplexer, packageRoot, pssBytes, withSession } from "./multiplexer.ts";
import { whenInterrupted } from "./when-interrupted.ts";

const run = promisify(execFile);
const program = join(packageRoot, "bin/mullion");
const megabyte = 1024 * 1024;

/** Real daemons on this machine, each a host of the one that looks. */
const REAL = { hosts: 50, panes: 20 };
/** Hosts that one process plays (`host-peers.mjs`). */
const PLAYED = { hosts: 100, panes: 100 };
/** Daemons that start at the same time. */
const AT_ONCE = 3;
const LOOK_MS = 5;
const LONGEST_MS = 20_000;

/** `mullion` for programs of the bench: `Multiplexer.command` is our tmux, and this is the program beside it. */
const lsAll = (mullion: Multiplexer) => ({
  on: { ...mullion, command: [program] },
  argv: ["ls", "--all-hosts"],
});

const hostsFile = ({ environment }: Both) => join(environment.XDG_CONFIG_HOME!, "mullion/hosts.json");

/** The hosts of the looking daemon. */
function writeHosts(both: Both, commands: readonly (readonly string[])[]): void {
  const hosts = Object.fromEntries(commands.map((command, index) => [`host-${index}`, { command }]));
  mkdirSync(dirname(hostsFile(both)), { recursive: true });
  writeFileSync(hostsFile(both), JSON.stringify({ hosts }));
}

async function mullion({ environment }: Both, ...argv: string[]): Promise<string> {
  return (await run(program, argv, { env: environment, maxBuffer: 1 << 28 })).stdout;
}

/** Waits until every host has reported: the first list of a daemon connects to all of them. */
async function connected(both: Both, hosts: number): Promise<void> {
  const deadline = performance.now() + 3 * LONGEST_MS;
  for (;;) {
    const text = await mullion(both, "ls", "--all-hosts", "--json");
    const { hosts: all } = JSON.parse(text) as { hosts: { data?: unknown; error?: string }[] };
    if (all.length === hosts && all.every(({ data }) => data !== undefined)) return;
    if (performance.now() > deadline)
      throw new Error(`hosts do not answer: ${all.find(({ error }) => error)?.error}`);
    await delay(100);
  }
}

/** Acts on a few items at a time. The first failure ends it, after those that are under way. */
async function inTurns<T>(items: readonly T[], act: (item: T) => Promise<unknown>): Promise<void> {
  const rest = [...items];
  const failures: unknown[] = [];
  const worker = async () => {
    for (let item = rest.shift(); item !== undefined && failures.length === 0; item = rest.shift())
      await act(item).catch((error: unknown) => failures.push(error));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  if (failures.length > 0) throw failures[0];
}

/** 50 daemons with 20 panes each: one ls, and how long the live list takes to show a change on one of them. */
async function realHosts(both: Both, quick: boolean): Promise<Row[]> {
  const places = Array.from({ length: REAL.hosts }, (_, index) => {
    const dir = join(both.dir, `h${index}`);
    return { ...both.environment, MULLION_DIR: join(dir, "m"), TMUX_TMPDIR: dir, HOME: dir };
  });
  const tmux = (env: NodeJS.ProcessEnv, ...argv: string[]) =>
    run(join(packageRoot, "bin/tmux"), argv, { env });
  const end = async (env: NodeJS.ProcessEnv) => await run(program, ["down", "--force"], { env });
  const stop = whenInterrupted(() => {
    for (const env of places) execFileSync(program, ["down", "--force"], { env, stdio: "ignore" });
  });
  try {
    await inTurns(places, async (env) => {
      mkdirSync(env.TMUX_TMPDIR, { recursive: true });
      const windows = Array.from({ length: REAL.panes - 1 }, () => [";", "new-window", "-d", "sleep 1000"]);
      await tmux(env, "-f", "/dev/null", "new-session", "-d", "-s", "bench", "sleep 1000", ...windows.flat());
    });
    writeHosts(
      both,
      places.map(({ MULLION_DIR, TMUX_TMPDIR, HOME }) => [
        "env",
        ...[`MULLION_DIR=${MULLION_DIR}`, `TMUX_TMPDIR=${TMUX_TMPDIR}`, `HOME=${HOME}`, program, "connect"],
      ]),
    );
    await connected(both, REAL.hosts);
    const [times] = timeCalls(both, [lsAll(both.mullion)], { rounds: quick ? 20 : 50 });
    const changes = await timeChanges(both, (index, name) =>
      tmux(places[index % REAL.hosts]!, "rename-window", "-t", "bench:0", name),
    );
    const what = `${REAL.hosts} hosts with ${REAL.panes} panes each`;
    return [
      { id: `${what}, ls`, unit: "ms", tmux: undefined, mullion: median(times!) },
      { id: `${what}, ls p99`, unit: "ms", tmux: undefined, mullion: quantile(times!, 0.99) },
      { id: `${what}, change to the live list`, unit: "ms", tmux: undefined, mullion: median(changes) },
    ];
  } finally {
    stop();
    // The looking daemon first: it connects again to a host that ends, and so starts it.
    await mullion(both, "down", "--force").catch(() => {});
    await inTurns(places, (env) => end(env).catch(() => {}));
  }
}

/** Milliseconds from a change on a host until the live list of agents shows it. */
async function timeChanges(
  both: Both,
  change: (index: number, name: string) => Promise<unknown>,
): Promise<number[]> {
  const list = `${program} agents --all-hosts --all fresh`;
  return await withSession(
    both.mullion,
    () => ["-x", "120", "-y", "60", list],
    async (viewer) => {
      const times: number[] = [];
      for (let index = 0; index < 10; index++) {
        const name = `fresh-${index}-`;
        const began = performance.now();
        await change(index, name);
        while (!(await viewer.call("capture-pane", "-p", "-t", "bench")).includes(name)) {
          if (performance.now() - began > LONGEST_MS) throw new Error("the live list misses a change");
          await delay(LOOK_MS);
        }
        times.push(performance.now() - began);
      }
      return times;
    },
  );
}

/** 100 hosts with 100 panes each, of which one changes every second: ls, memory and processor time of the looking daemon. */
async function playedHosts(both: Both, quick: boolean): Promise<Row[]> {
  const relay = join(both.dir, "pipe-relay");
  execFileSync(process.env.CC ?? "cc", ["-O2", "-o", relay, join(packageRoot, "bench/pipe-relay.c")]);
  const socket = join(both.dir, "peers");
  const peers = await startPeers(socket);
  const stop = whenInterrupted(() => peers.kill("SIGKILL"));
  const open = async (hosts: number) => {
    writeHosts(
      both,
      Array.from({ length: hosts }, () => [relay, socket]),
    );
    await connected(both, hosts);
  };
  const daemon = async () =>
    (JSON.parse(await mullion(both, "ls", "--json")) as { daemon: { pid: number } }).daemon.pid;
  const memory = async () => {
    await mullion(both, "ls", "--all-hosts");
    await delay(SETTLED_MS);
    return pssBytes([await daemon()]) / megabyte;
  };
  try {
    writeHosts(both, []);
    const amounts = [await memory()];
    for (const share of [0.5, 1]) {
      await open(PLAYED.hosts * share);
      amounts.push(await memory());
    }
    const [none = 0, half = 0, all = 0] = amounts;
    const seconds = quick ? 5 : 20;
    const before = cpuMs([await daemon()]);
    await delay(seconds * 1000);
    const spent = cpuMs([await daemon()]) - before;
    const [times] = timeCalls(both, [lsAll(both.mullion)], { rounds: quick ? 30 : 100 });
    const what = `${PLAYED.hosts} hosts with ${PLAYED.panes} panes each`;
    return [
      { id: `${what}, ls`, unit: "ms", tmux: undefined, mullion: median(times!) },
      { id: `${what}, ls p99`, unit: "ms", tmux: undefined, mullion: quantile(times!, 0.99) },
      { id: `${what}, CPU time of a second`, unit: "ms", tmux: undefined, mullion: spent / seconds },
      { id: `${what}, memory`, unit: "MB", tmux: undefined, mullion: all - none },
      {
        id: "the second 50 hosts beside the first 50, memory",
        unit: "MB",
        tmux: half - none,
        mullion: all - half,
      },
    ];
  } finally {
    stop();
    writeHosts(both, []);
    peers.kill();
  }
}

const SETTLED_MS = 3_000;

async function startPeers(socket: string): Promise<ChildProcess> {
  const script = join(packageRoot, "bench/host-peers.mjs");
  const peers = spawn(process.execPath, [script, socket, String(PLAYED.panes)], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  await once(peers.stdout, "data");
  return peers;
}

/** Lists over many hosts. Every figure depends on what else the machine does. */
export const hostsBench: Bench = {
  name: "hosts",
  async run(both, quick): Promise<Row[]> {
    const down = () => mullion(both, "down", "--force").catch(() => {});
    await down();
    const rows: Row[] = [];
    for (const measure of [playedHosts, realHosts]) {
      rows.push(...(await measure(both, quick)));
      await down();
    }
    rmSync(hostsFile(both)); // The next bench has no hosts.
    return rows;
  },
};
