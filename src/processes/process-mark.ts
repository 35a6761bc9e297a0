import { readFileSync } from "node:fs";

/**
 * A process by its id and its start time, as text: `1234 567890`. Ids are used again, so an id alone may name a stranger
 * later; the mark never does. The time is in ticks since the machine's start, from /proc; 0 where there is none, and the
 * id alone must do.
 */
export function markOf(pid: number): string {
  return `${pid} ${startTimeOf(pid)}`;
}

export function pidOf(mark: string): number {
  return Number.parseInt(mark, 10);
}

/**
 * A process that is killed ends in two steps, and each has its own question. First its main thread is gone: from then on it
 * does nothing more for anybody, so it does not run. Its other threads may still be in the middle of a call of the system, and
 * with them its files and ports stay open: only after the last of them has it ended, and what it owned may be another's.
 * Whether its parent has waited for it is of no interest to either.
 */
export function isRunning(mark: string): boolean {
  return isMarked(mark) && processExists(pidOf(mark));
}

export function hasEnded(mark: string): boolean {
  return !isMarked(mark) || processHasEnded(pidOf(mark));
}

/** Whether whoever has the id now is who the mark was made of. */
function isMarked(mark: string): boolean {
  const [pid, started] = mark.split(" ");
  return Number(pid) > 0 && startTimeOf(Number(pid)) === started;
}

export function processExists(pid: number): boolean {
  const fields = statFields(pid);
  return fields ? !isZombie(fields) : canBeSignalled(pid);
}

export function processHasEnded(pid: number): boolean {
  const fields = statFields(pid);
  return fields ? isZombie(fields) && threadsOf(fields) <= 1 : !canBeSignalled(pid);
}

const isZombie = ([state]: readonly string[]): boolean => state === "Z" || state === "X";
const threadsOf = (fields: readonly string[]): number => Number(fields[17]);

function canBeSignalled(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

function startTimeOf(pid: number): string {
  return statFields(pid)?.[19] ?? "0";
}

/** When a process started, in ticks since the machine's start; undefined where it is gone or the system does not tell. */
export function startTicksOf(pid: number): number | undefined {
  const ticks = statFields(pid)?.[19];
  return ticks === undefined ? undefined : Number(ticks);
}

/** Fields of /proc/PID/stat from the state on; the name before them may hold anything. */
export function statFields(pid: number): string[] | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  } catch {
    return undefined;
  }
}
