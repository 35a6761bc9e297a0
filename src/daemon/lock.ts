import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { hasEnded, isRunning, markOf, pidOf } from "../processes/process-mark.ts";

/**
 * A lock is a file that appears with its content (a link to a finished one) and names its owner by process id and start
 * time, so that neither a crash nor a reused id leaves it shut: a lock whose owner is gone is taken away, by renaming it and
 * looking whether what was taken is what was meant. A second line may say more about the owner.
 *
 * A daemon has two. That in its runtime directory is for callers, who find the daemon by it. That in its state directory
 * protects the records: it holds also where the runtime directory was removed, or where another one leads to the same state.
 */
export interface Lock {
  release(): void;
  /** Makes the file again where it was removed. False: the lock has another owner now, which is alive. */
  renew(): boolean;
}

/** Undefined: whoever owns it lives, and `ownerOf` tells its process id; or it was killed and may still write something. */
export function acquireLock(path: string, remark = ""): Lock | undefined {
  const mine = `${markOf(process.pid)}\n${remark && `${remark}\n`}`;
  if (!tryAcquire(path, mine)) return undefined;
  return {
    release: () => releaseLock(path, mine),
    renew: () => contentOf(path) === mine || tryAcquire(path, mine),
  };
}

function tryAcquire(path: string, mine: string): boolean {
  const aside = `${path}.${process.pid}`;
  writeFileSync(aside, mine, { mode: 0o600 });
  try {
    for (let attempt = 0; attempt < 100; attempt++) {
      if (linked(aside, path)) return true;
      const found = contentOf(path);
      if (found === undefined) continue;
      if (!hasEnded(markIn(found))) return false;
      takeAway(path, found, `${aside}.stale`);
    }
    return false;
  } finally {
    rmSync(aside, { force: true });
  }
}

/** Who owns it and runs. */
export function ownerOf(path: string): number | undefined {
  const content = contentOf(path);
  return content !== undefined && isRunning(markIn(content)) ? pidOf(content) : undefined;
}

/** What its owner said with it. */
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

function takeAway(path: string, meant: string, aside: string): void {
  try {
    renameSync(path, aside);
  } catch {
    return; // Somebody was quicker.
  }
  // A new owner's lock was taken by mistake: it gets it back, unless a third one is there already.
  if (contentOf(aside) !== meant) linked(aside, path);
  rmSync(aside, { force: true });
}

function releaseLock(path: string, mine: string): void {
  if (contentOf(path) === mine) rmSync(path, { force: true });
}

function contentOf(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}
