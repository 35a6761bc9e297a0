import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";

/**
 * One daemon per runtime directory. The lock is a file that appears with its content (a link to a finished one) and names
 * its owner by process id and start time, so that neither a crash nor a reused id leaves it shut: a lock whose owner is
 * gone is taken away, by renaming it and looking whether what was taken is what was meant.
 */
export interface Lock {
  release(): void;
}

/** Undefined: whoever owns it lives, and `ownerOf` tells its process id. */
export function acquireLock(path: string): Lock | undefined {
  const mine = `${process.pid} ${startTimeOf(process.pid)}\n`;
  const aside = `${path}.${process.pid}`;
  writeFileSync(aside, mine, { mode: 0o600 });
  try {
    for (let attempt = 0; attempt < 100; attempt++) {
      if (linked(aside, path)) return { release: () => releaseLock(path, mine) };
      const found = contentOf(path);
      if (found === undefined) continue;
      if (isAlive(found)) return undefined;
      takeAway(path, found, `${aside}.stale`);
    }
    return undefined;
  } finally {
    rmSync(aside, { force: true });
  }
}

export function ownerOf(path: string): number | undefined {
  const content = contentOf(path);
  return content !== undefined && isAlive(content) ? Number.parseInt(content, 10) : undefined;
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

function isAlive(content: string): boolean {
  const [pid = "", started = ""] = content.trim().split(" ");
  return Number(pid) > 0 && processExists(Number(pid)) && startTimeOf(Number(pid)) === started;
}

/** One that ended but was not waited for by its parent counts as gone. */
export function processExists(pid: number): boolean {
  const state = statOf(pid)?.[0];
  if (state !== undefined) return state !== "Z" && state !== "X";
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** In ticks since the machine's start, from /proc; "0" where there is none, and the id alone must do. */
function startTimeOf(pid: number): string {
  return statOf(pid)?.[19] ?? "0";
}

/** Fields of /proc/PID/stat from the state on; the name before them may hold anything. */
function statOf(pid: number): string[] | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  } catch {
    return undefined;
  }
}
