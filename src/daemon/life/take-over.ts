import { accessSync, constants } from "node:fs";
import { createServer } from "../../core/mux/create-server.ts";
import type { MuxPorts } from "../../core/mux.ts";
import { repairRecords } from "../../core/records/repair.ts";
import { signal } from "../../processes/process-mark.ts";
import type { DaemonPaths } from "../paths.ts";
import { kinds } from "../records/kinds.ts";
import { readRecords } from "../records/store.ts";
import { treeRecords } from "../records/tree-records.ts";
import { systemClock } from "../system/clock.ts";
import { daemonOf } from "./daemon-lock.ts";

/**
 * One daemon replaces a running one: an upgrade, or a service that finds a daemon which a client has started.
 * Everything that can fail is tried first, while the old daemon still serves: loading this program (it runs), the
 * programs it needs, and the records, which are read as at a start. Only then is the old daemon asked to exit. It ends
 * as after SIGTERM; if it hangs, it is killed, which costs no pane anything.
 */
export type TakeOver =
  /** Replaces any running daemon. */
  | "any"
  /** Replaces the daemon with this process id. If another one runs by now, that one serves as well. */
  | number
  /** Replaces none: only checks whether a start would succeed. */
  | "nobody";

const VARIABLE = "MULLION_TAKE_OVER";
/** A daemon that has not exited this long after being asked counts as hung. */
const PATIENCE_MS = 4_000;

/** Reads and removes the request from the environment, so that child processes do not inherit it. */
export function takeOverWanted(environment: NodeJS.ProcessEnv): TakeOver | undefined {
  const wanted = environment[VARIABLE];
  delete environment[VARIABLE];
  if (wanted === undefined || wanted === "") return undefined;
  if (wanted === "any" || wanted === "nobody") return wanted;
  const pid = Number(wanted);
  if (!Number.isInteger(pid) || pid <= 0) throw new Error(`${VARIABLE} names no process: ${wanted}`);
  return pid;
}

/** Throws an error with a sentence if a start would fail. */
export function rehearse(paths: DaemonPaths): void {
  accessSync(paths.holderProgram, constants.X_OK);
  const { tables, misfits } = readRecords(paths.records);
  // The daemon that runs can use what it wrote: a new one that cannot would lose it.
  for (const { key, kind, reason } of misfits)
    throw new Error(`record ${key} cannot be used: ${reason}; ${kinds[kind].lost}`);
  for (const [key, { socketPath }] of tables.under("socket")) {
    try {
      createServer({ socketPath, ports: lifeless, records: repairRecords(treeRecords(tables, key)) });
    } catch (error) {
      throw new Error(`the server on ${socketPath} cannot be rebuilt: ${(error as Error).message}`);
    }
  }
}

/** Asks the daemon to exit and returns its process id; undefined if there is none to replace. */
export function dismiss(paths: DaemonPaths, whom: TakeOver): number | undefined {
  const owner = daemonOf(paths);
  if (owner === undefined || (whom !== "any" && whom !== owner)) return undefined;
  signal(owner, "SIGTERM");
  const insist = () => {
    if (daemonOf(paths) === owner) signal(owner, "SIGKILL");
  };
  setTimeout(insist, PATIENCE_MS).unref();
  return owner;
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
