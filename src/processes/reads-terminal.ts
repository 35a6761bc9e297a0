import { POLLS, processEntries, processFile, processLink, TERMINAL_READS } from "./platform.ts";
import { statFields } from "./process-mark.ts";

interface TerminalUse {
  readonly waits: "read" | "poll" | "no";
  /** Arguments of the innermost foreground program: the editor that `git commit` started. */
  readonly argv: readonly string[];
}

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

/** The use that the descendants of this process in the terminal's foreground make of it; undefined if not reported. */
export function terminalUse(pid: number, foreground: number, tty: string): TerminalUse | undefined {
  kernelTells ??= tellsOfUs();
  if (!kernelTells) return undefined;
  const group = family(pid).filter((each) => Number(statFields(each)?.[2]) === foreground);
  const onTerminal = group.filter((each) => processLink(each, "fd/0") === tty);
  const sleeps = onTerminal.map((each) => processFile(each, "wchan") ?? "");
  const polls = sleeps.some((where) => POLLS.test(where)) ? "poll" : "no";
  return {
    waits: sleeps.some((where) => TERMINAL_READS.has(where)) ? "read" : polls,
    argv: (processFile(group.at(-1) ?? foreground, "cmdline") ?? "").split("\0").slice(0, -1),
  };
}

/** Some threads of every Node process sleep: if none is reported as sleeping, the kernel hides this information. */
function tellsOfUs(): boolean {
  const threads = processEntries("self", "task") ?? [];
  return threads.some((thread) => !["", "0"].includes(processFile("self", `task/${thread}/wchan`) ?? ""));
}

/** Follows the children of main threads, which start the programs in a pane. */
export function family(pid: number): number[] {
  const found = [pid];
  for (const each of found)
    found.push(...(processFile(each, `task/${each}/children`) ?? "").split(" ").filter(Boolean).map(Number));
  return found;
}

function sleepsReading(pid: number): boolean {
  return TERMINAL_READS.has(processFile(pid, "wchan") ?? "");
}
