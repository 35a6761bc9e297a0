import { accessSync, constants } from "node:fs";
import { createServer } from "../core/mux/create-server.ts";
import type { MuxPorts } from "../core/mux.ts";
import { systemClock } from "./clock.ts";
import { daemonOf } from "./daemon-lock.ts";
import type { DaemonPaths } from "./paths.ts";
import { readRecords } from "./store.ts";

/**
 * One daemon takes the place of another that runs: an upgrade, or a service that finds a daemon which somebody's call has
 * started. All that can fail is tried first, while the other still serves: loading this program (it runs), the programs
 * it needs, the records, which are read as a start reads them. Only then is the other asked to go. It ends as at SIGTERM;
 * if it hangs, it is killed, which costs no pane anything.
 */
export type TakeOver =
  /** Whoever is there. */
  | { readonly whom: "any" }
  /** This one; where another is there by now, that one is as good as ourselves. */
  | { readonly whom: number }
  /** Only tells whether it would go well. */
  | { readonly whom: "nobody" };

const VARIABLE = "MULLION_TAKE_OVER";
/** A daemon that was asked to go and is still there after so long hangs. */
const PATIENCE_MS = 4_000;

/** What the starter asked for; the children of this process are not to know. */
export function takeOverWanted(environment: NodeJS.ProcessEnv): TakeOver | undefined {
  const wanted = environment[VARIABLE];
  delete environment[VARIABLE];
  if (wanted === undefined || wanted === "") return undefined;
  if (wanted === "any" || wanted === "nobody") return { whom: wanted };
  const pid = Number(wanted);
  if (!Number.isInteger(pid) || pid <= 0) throw new Error(`${VARIABLE} names no process: ${wanted}`);
  return { whom: pid };
}

/** Throws a sentence where a start would not end well. */
export function rehearse(paths: DaemonPaths): void {
  accessSync(paths.holderProgram, constants.X_OK);
  const records = [...readRecords(paths.records)];
  for (const [key, record] of records) {
    const server = /^server\/(.+)$/.exec(key)?.[1];
    if (server === undefined) continue;
    const { socketPath } = record as { readonly socketPath: string };
    const prefix = `${server}/`;
    const own = records.filter(([name]) => name.startsWith(prefix));
    try {
      createServer({
        socketPath,
        ports: lifeless,
        records: own.map(([name, value]) => [name.slice(prefix.length), value] as const),
      });
    } catch (error) {
      throw new Error(`the server on ${socketPath} cannot be rebuilt: ${(error as Error).message}`);
    }
  }
}

/** Asks whoever is meant to go, and says who that is; undefined where there is nobody to replace. */
export function dismiss(paths: DaemonPaths, { whom }: TakeOver): number | undefined {
  const owner = daemonOf(paths);
  if (owner === undefined || (whom !== "any" && whom !== owner)) return undefined;
  signal(owner, "SIGTERM");
  const insist = () => {
    if (daemonOf(paths) === owner) signal(owner, "SIGKILL");
  };
  setTimeout(insist, PATIENCE_MS).unref();
  return owner;
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It went by itself.
  }
}

const never = () => {
  throw new Error("a rehearsal starts nothing");
};

const lifeless: MuxPorts = {
  spawner: { spawn: never },
  clock: { now: () => systemClock.now(), after: () => () => {} },
  createScreen: never,
  serverPid: process.pid,
};
