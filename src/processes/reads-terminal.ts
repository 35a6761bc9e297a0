import { processEntries, processFile, processLink, TERMINAL_READS } from "./platform.ts";

let kernelTells: boolean | undefined;

/**
 * Whether a process or one of its descendants waits for input from this terminal; undefined if the system does not
 * report it. A program that is still starting or busy does not wait.
 */
export function readsTerminal(pid: number, tty: string): boolean | undefined {
  kernelTells ??= tellsOfUs();
  if (!kernelTells) return undefined;
  return family(pid).some((each) => sleepsReading(each) && processLink(each, "fd/0") === tty);
}

/** Some threads of every Node process sleep: if none is reported as sleeping, the kernel hides this information. */
function tellsOfUs(): boolean {
  const threads = processEntries("self", "task") ?? [];
  return threads.some((thread) => !["", "0"].includes(processFile("self", `task/${thread}/wchan`) ?? ""));
}

/** Follows the children of main threads, which start the programs in a pane. */
function family(pid: number): number[] {
  const found = [pid];
  for (const each of found)
    found.push(...(processFile(each, `task/${each}/children`) ?? "").split(" ").filter(Boolean).map(Number));
  return found;
}

function sleepsReading(pid: number): boolean {
  return TERMINAL_READS.has(processFile(pid, "wchan") ?? "");
}
