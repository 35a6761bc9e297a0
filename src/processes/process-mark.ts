import { statFields } from "./platform.ts";

/**
 * A process by its id and its start time, as text: `1234 567890`. The system reuses ids, so an id alone may later name
 * another process; the mark never does. The time is in ticks since the machine's start, from /proc; without /proc it is
 * 0, and only the id is compared.
 */
export function markOf(pid: number): string {
  return `${pid} ${startTimeOf(pid)}`;
}

export function pidOf(mark: string): number {
  return Number.parseInt(mark, 10);
}

/**
 * A killed process ends in two steps, with one question for each. First its main thread ends: from then on the process
 * does nothing more, so it does not run. Its other threads may still be inside a system call, which keeps its files and
 * ports open: only after the last thread has the process ended, and its resources may belong to another. Whether its
 * parent has reaped it matters to neither.
 */
export function isRunning(mark: string): boolean {
  return isMarked(mark) && processExists(pidOf(mark));
}

export function hasEnded(mark: string): boolean {
  return !isMarked(mark) || processHasEnded(pidOf(mark));
}

/** Whether the process that has the id now is the marked one. */
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

/** When a process started, in ticks since the machine's start; 0 if it is gone or the system does not report it. */
export function startTimeOf(pid: number): string {
  return statFields(pid)?.[19] ?? "0";
}

/** False if the process has ended, or belongs to another user. */
export function signal(pid: number, name: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
}
