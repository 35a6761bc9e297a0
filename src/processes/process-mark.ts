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

export function isRunning(mark: string): boolean {
  const [pid = "", started = ""] = mark.split(" ");
  return Number(pid) > 0 && processExists(Number(pid)) && startTimeOf(Number(pid)) === started;
}

/** One that has ended but was not waited for by its parent counts as gone. */
export function processExists(pid: number): boolean {
  const state = statFields(pid)?.[0];
  if (state !== undefined) return state !== "Z" && state !== "X";
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

/** Fields of /proc/PID/stat from the state on; the name before them may hold anything. */
export function statFields(pid: number): string[] | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  } catch {
    return undefined;
  }
}
