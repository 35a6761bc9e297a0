import { readdirSync, readFileSync, readlinkSync } from "node:fs";

/** Where the kernel says that a process sleeps which waits for a terminal's next line. */
const WAITING = new Set(["n_tty_read", "wait_woken"]);

let kernelTells: boolean | undefined;

/**
 * Whether a process, or one that descends from it, waits for input from this terminal; undefined where the system does
 * not tell. A program that is still starting does not, and nor does one that is busy.
 */
export function readsTerminal(pid: number, tty: string): boolean | undefined {
  kernelTells ??= tellsOfUs();
  if (!kernelTells) return undefined;
  return family(pid).some((each) => sleepsReading(each) && inputOf(each) === tty);
}

/** Some threads of any Node process sleep: if none is said to, the kernel keeps that to itself. */
function tellsOfUs(): boolean {
  try {
    const threads = readdirSync("/proc/self/task");
    return threads.some((thread) => !["", "0"].includes(read(`/proc/self/task/${thread}/wchan`)));
  } catch {
    return false;
  }
}

/** By the children of main threads: who starts a program there starts it from such a one. */
function family(pid: number): number[] {
  const found = [pid];
  for (const each of found)
    found.push(...read(`/proc/${each}/task/${each}/children`).split(" ").filter(Boolean).map(Number));
  return found;
}

function sleepsReading(pid: number): boolean {
  return WAITING.has(read(`/proc/${pid}/wchan`));
}

function inputOf(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/fd/0`);
  } catch {
    return undefined;
  }
}

/** Empty where it is not to be had. */
function read(path: string): string {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return "";
  }
}
