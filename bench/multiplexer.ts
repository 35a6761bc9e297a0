import { execFile, execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";

const run = promisify(execFile);

/** One of the two multiplexers compared: both receive the same argv. */
export interface Multiplexer {
  readonly name: "tmux" | "mullion";
  /** Program and leading arguments of every call. */
  readonly command: readonly string[];
  call(...argv: string[]): Promise<string>;
  /** The same on a new server: the real tmux may fail a start right after a kill-server on one socket. */
  fresh(): Multiplexer;
  /** Processes whose memory and CPU time count: the server and, for Mullion, the holders of its panes. */
  processes(): Promise<number[]>;
}

export interface Both {
  readonly tmux: Multiplexer;
  readonly mullion: Multiplexer;
  /** Environment of every call of either: private sockets, journals and daemon. */
  readonly environment: NodeJS.ProcessEnv;
  readonly dir: string;
  stop(): void;
}

export const packageRoot = join(import.meta.dirname, "../..");

let servers = 0;

function multiplexer(
  name: Multiplexer["name"],
  program: string,
  environment: NodeJS.ProcessEnv,
): Multiplexer {
  const command = [program, "-L", `${name}${servers++}`, "-f", "/dev/null"];
  const call = async (...argv: string[]) => {
    const [file, ...rest] = [...command, ...argv];
    const { stdout } = await run(file!, rest, { env: environment, maxBuffer: 1 << 26 });
    return stdout.trimEnd();
  };
  return {
    name,
    command,
    call,
    fresh: () => multiplexer(name, program, environment),
    async processes() {
      const server = Number(await call("display-message", "-p", "#{pid}"));
      if (name === "tmux") return [server];
      const children = (await call("list-panes", "-a", "-F", "#{pane_pid}")).split("\n").map(Number);
      return [server, ...new Set(children.map(parentOf))];
    },
  };
}

export function openBoth(): Both {
  const real = ["/usr/bin/tmux", "/opt/homebrew/bin/tmux", "/usr/local/bin/tmux"].find((path) =>
    existsSync(path),
  );
  if (real === undefined)
    throw new Error("the bench compares with the real tmux: install it first (apt-get install tmux)");
  const dir = mkdtempSync("/tmp/mb-");
  // MULLION_LENDING=0 measures typing without lending the terminal.
  const foreign = /^(TMUX|MULLION(?!_LENDING$)|CLAUDE_PANE)/;
  const clean = Object.entries(process.env).filter(([name]) => !foreign.test(name));
  const environment = {
    ...Object.fromEntries(clean),
    TMUX_TMPDIR: dir,
    MULLION_DIR: join(dir, "m"),
    // A host of the user who runs the bench would change what it counts.
    XDG_CONFIG_HOME: join(dir, "config"),
  };
  return {
    tmux: multiplexer("tmux", real, environment),
    mullion: multiplexer("mullion", join(packageRoot, "bin/tmux"), environment),
    environment,
    dir,
    stop() {
      execFileSync(join(packageRoot, "bin/mullion"), ["down", "--force"], {
        env: environment,
        stdio: "ignore",
      });
      for (const socket of socketsOf(dir))
        spawnSync(real, ["-S", socket, "kill-server"], { env: environment, stdio: "ignore" });
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

/** Sockets of real tmux servers that an interrupted bench left behind. */
function socketsOf(dir: string): string[] {
  const sockets = join(dir, `tmux-${process.getuid?.()}`);
  const names = existsSync(sockets) ? readdirSync(sockets) : [];
  return names.filter((name) => name.startsWith("tmux")).map((name) => join(sockets, name));
}

/**
 * Runs `body` on a fresh server with one session, `bench`. Afterwards the server and every process of its panes are
 * gone: leftovers of one must not affect the figures of the other.
 */
export async function withSession<T>(
  of: Multiplexer,
  argv: (on: Multiplexer) => readonly string[],
  body: (on: Multiplexer) => Promise<T>,
): Promise<T> {
  const on = of.fresh();
  await on.call("new-session", "-d", "-s", "bench", ...argv(on));
  try {
    return await body(on);
  } finally {
    const going = await goingWith(on);
    await on.call("kill-server");
    await allGone(going);
  }
}

/** Processes that end with the server: those of its panes, their holders, and tmux's own. */
async function goingWith(on: Multiplexer): Promise<number[]> {
  const panes = (await on.call("list-panes", "-a", "-F", "#{pane_pid}")).split("\n").map(Number);
  const others = await on.processes();
  return [...panes, ...(on.name === "tmux" ? others : others.slice(1))];
}

const GONE_LOOK_MS = 2;
const GONE_MOST_MS = 20_000;

async function allGone(pids: readonly number[]): Promise<void> {
  const deadline = performance.now() + GONE_MOST_MS;
  while (pids.some((pid) => existsSync(`/proc/${pid}`))) {
    if (performance.now() > deadline) throw new Error("processes of a killed server do not end");
    await delay(GONE_LOOK_MS);
  }
}

function parentOf(pid: number): number {
  return Number(statFields(pid)[1]);
}

/** Fields of /proc/PID/stat after the command name: [0] state, [1] parent, [11] user time, [12] system time. */
function statFields(pid: number): string[] {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
}

/** Proportional set size: shared pages are counted once among the processes that share them. */
export function pssBytes(pids: readonly number[]): number {
  const kilobytes = pids.map((pid) => {
    const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, "utf8");
    return Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1]);
  });
  return kilobytes.reduce((sum, kb) => sum + kb, 0) * 1024;
}

/** Time for which all threads of these processes have run so far. The tick of /proc/PID/stat is too coarse for a second. */
export function cpuMs(pids: readonly number[]): number {
  const threads = pids.flatMap((pid) =>
    readdirSync(`/proc/${pid}/task`).map((id) => `/proc/${pid}/task/${id}`),
  );
  const nanoseconds = threads.map((thread) =>
    Number(readFileSync(`${thread}/schedstat`, "utf8").split(" ")[0]),
  );
  return nanoseconds.reduce((sum, each) => sum + each, 0) / 1e6;
}
