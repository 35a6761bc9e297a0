import { readdirSync, readFileSync, readlinkSync } from "node:fs";

/** Kernel functions in which a process sleeps while it waits for a terminal's next line. */
const WAITING = new Set(["n_tty_read", "wait_woken"]);

let kernelTells: boolean | undefined;

/**
 * Whether a process or one of its descendants waits for input from this terminal; undefined if the system does not
 * report it. A program that is still starting or busy does not wait.
 */
export function readsTerminal(pid: number, tty: string): boolean | undefined {
  kernelTells ??= tellsOfUs();
  if (!kernelTells) return undefined;
  return family(pid).some((each) => sleepsReading(each) && inputOf(each) === tty);
}

/** Some threads of every Node process sleep: if none is reported as sleeping, the kernel hides this information. */
function tellsOfUs(): boolean {
  try {
    const threads = readdirSync("/proc/self/task");
    return threads.some((thread) => !["", "0"].includes(read(`/proc/self/task/${thread}/wchan`)));
  } catch {
    return false;
  }
}

/** Follows the children of main threads, which start the programs in a pane. */
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

/** Empty if unavailable. */
function read(path: string): string {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return "";
  }
}
