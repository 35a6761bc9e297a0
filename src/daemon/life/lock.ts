import { linkSync, lstatSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { attempt } from "../../core/attempt.ts";
import { hasEnded, isRunning, markOf, pidOf } from "../../processes/process-mark.ts";

/**
 * A lock is a file that appears together with its content (a link to a finished file) and names its owner by process id
 * and start time, so that neither a crash nor a reused id leaves it locked. A lock whose owner no longer runs is
 * removed: it is renamed first, then its content is compared with what was read before. A second line may say more
 * about the owner.
 *
 * A daemon has two locks. The one in its runtime directory is for callers, who find the daemon by it. The one in its
 * state directory protects the records: it holds even if the runtime directory is removed or another runtime directory
 * leads to the same state.
 */
export interface Lock {
  release(): void;
  /** Creates the file again if it was removed. False: the lock now has another owner that is alive. */
  renew(): boolean;
}

/**
 * Undefined if another process holds the lock: its owner is alive (`ownerOf` returns its process id), or was killed and
 * may still be writing.
 */
export function acquireLock(path: string, remark = ""): Lock | undefined {
  const mine = `${markOf(process.pid)}\n${remark && `${remark}\n`}`;
  if (!tryAcquire(path, mine)) return undefined;
  return {
    release: () => releaseLock(path, mine),
    renew: () => contentOf(path) === mine || tryAcquire(path, mine),
  };
}

/**
 * On a full disk the content finds room only where the former lock was, so a stale lock is removed first, and a lock whose
 * owner is alive says more than the failure.
 */
function tryAcquire(path: string, mine: string): boolean {
  const aside = `${path}.${process.pid}`;
  let failure: unknown;
  try {
    for (let attempt = 0; attempt < 100; attempt++) {
      failure = failureOf(() => writeFileSync(aside, mine, { mode: 0o600 }));
      if (failure === undefined && linked(aside, path)) return true;
      const found = contentOf(path);
      if (found === undefined) {
        setAside(path);
        continue;
      }
      if (!hasEnded(markIn(found))) return false;
      takeAway(path, found, `${aside}.stale`);
    }
    if (failure !== undefined) throw failure;
    return false;
  } finally {
    rmSync(aside, { force: true });
  }
}

function failureOf(run: () => void): unknown {
  try {
    run();
    return undefined;
  } catch (error) {
    return error;
  }
}

/** Process id of the owner, if it is running. */
export function ownerOf(path: string): number | undefined {
  const content = contentOf(path);
  return content !== undefined && isRunning(markIn(content)) ? pidOf(content) : undefined;
}

/** The remark that the owner stored in the lock. */
export function remarkOf(path: string): string | undefined {
  return contentOf(path)?.split("\n")[1] || undefined;
}

function markIn(content: string): string {
  return content.split("\n", 1)[0]!;
}

function linked(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

/** Moves a directory or another thing that is not a file out of the lock's place: no owner ever created it. */
function setAside(path: string): void {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (stat === undefined || stat.isFile()) return;
  // Another process may have moved it first.
  attempt(() => renameSync(path, `${path}.set-aside-${process.pid}`));
}

function takeAway(path: string, meant: string, aside: string): void {
  try {
    renameSync(path, aside);
  } catch {
    return; // Another process removed the lock first.
  }
  // A new owner's lock was renamed by mistake: it is put back, unless a third owner has the path already.
  if (contentOf(aside) !== meant) linked(aside, path);
  rmSync(aside, { force: true });
}

function releaseLock(path: string, mine: string): void {
  if (contentOf(path) === mine) rmSync(path, { force: true });
}

export function contentOf(path: string): string | undefined {
  return attempt(() => readFileSync(path, "utf8"));
}
