import { setTimeout as delay } from "node:timers/promises";
import { signal } from "../../processes/process-mark.ts";
import { isListening } from "../../wire/is-listening.ts";
import { type DaemonPaths, PathFault } from "../paths.ts";
import { acquireLock, type Lock, ownerOf, remarkOf } from "./lock.ts";

/** A daemon that was just killed may take a moment to disappear, and a starting one a moment to answer. */
const LOCK_WAIT_MS = 9_000;

/** Process id of the daemon that serves this runtime directory, even if its lock in there was removed. */
export function daemonOf(paths: DaemonPaths): number | undefined {
  const owner = ownerOf(paths.lock);
  if (owner !== undefined) return owner;
  return remarkOf(paths.stateLock) === paths.runtimeDir ? ownerOf(paths.stateLock) : undefined;
}

/**
 * Acquires both locks of a daemon. Undefined: another daemon runs and accepts calls. `leaving`: process id of a daemon
 * that was asked to exit. A daemon whose socket was removed is alive but unreachable; SIGUSR1 makes it create its
 * socket again.
 */
export async function lockDaemon(paths: DaemonPaths, leaving: number | undefined): Promise<Lock | undefined> {
  const deadline = Date.now() + LOCK_WAIT_MS;
  for (let notified = false; ; await delay(10)) {
    const lock = tryLock(paths);
    if (lock) return lock;
    refuseForeign(paths);
    // The socket of a killed daemon accepts connections until the process has disappeared completely.
    const owner = daemonOf(paths);
    const stays = owner !== undefined && owner !== leaving;
    if (stays && (await isListening(paths.socket))) return undefined;
    if (stays && !notified && owner === ownerOf(paths.stateLock)) {
      notified = true;
      signal(owner, "SIGUSR1"); // It creates its socket again.
    }
    if (Date.now() > deadline) {
      const who = owner === undefined ? "one that was killed" : `process ${owner}`;
      throw new Error(`${who} holds ${paths.lock} and does not answer`);
    }
  }
}

function tryLock(paths: DaemonPaths): Lock | undefined {
  const state = lockState(paths);
  const runtime = state && acquireLock(paths.lock);
  if (!runtime) {
    state?.release();
    return undefined;
  }
  return {
    release() {
      runtime.release();
      state.release();
    },
    renew: () => state.renew() && runtime.renew(),
  };
}

/** Without a writable state directory the records stay in memory, and the daemon must start all the same. */
function lockState({ stateLock, runtimeDir }: DaemonPaths): Lock | undefined {
  try {
    return acquireLock(stateLock, runtimeDir);
  } catch {
    return { release: () => {}, renew: () => true };
  }
}

/** Throws if another daemon uses the same records: each daemon would undo the changes of the other. */
function refuseForeign({ stateDir, stateLock, runtimeDir }: DaemonPaths): void {
  const elsewhere = remarkOf(stateLock);
  const owner = ownerOf(stateLock);
  if (owner === undefined || elsewhere === undefined || elsewhere === runtimeDir) return;
  throw new PathFault(
    `the records in ${stateDir} belong to the daemon that runs in ${elsewhere} (process ${owner}): call that one, or choose another state directory with XDG_STATE_HOME`,
  );
}
