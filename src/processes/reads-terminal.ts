import {
  EPOLLS,
  FUTEXES,
  POLLS,
  processEntries,
  processFile,
  processLink,
  statFields,
  TERMINAL_READS,
} from "./platform.ts";
import { argumentsOf } from "./process-table.ts";

type Waits = "read" | "poll" | "no";

const MAX_OUTER = 4;
const MAX_THREADS = 32;

let kernelTells: boolean | undefined;

/**
 * Whether a process or one of its descendants waits for input from this terminal; undefined if the system does not
 * report it. A program that is still starting or busy does not wait.
 */
export function readsTerminal(pid: number, tty: string): boolean | undefined {
  kernelTells ??= tellsOfUs();
  if (!kernelTells) return undefined;
  return family(pid).some((each) => waitsOf(each, tty) === "read");
}

/** The use that the descendants of this process in the terminal's foreground make of it; undefined if not reported. */
export function terminalUse(pid: number, foreground: number, tty: string) {
  kernelTells ??= tellsOfUs();
  if (!kernelTells) return undefined;
  const group = family(pid).filter((each) => Number(statFields(each)?.[2]) === foreground);
  return {
    waits: strongest(group.map((each) => waitsOf(each, tty))),
    /** Of the innermost foreground program: the editor that `git commit` started. */
    argv: argumentsOf(group.at(-1) ?? foreground),
    /** Of the outermost ones. */
    outer: group.slice(0, MAX_OUTER).map(argumentsOf),
  };
}

/** Programs in Go, Java and others read their input in another thread than the main one, which sleeps meanwhile. */
function waitsOf(pid: number, tty: string): Waits {
  const where = processFile(pid, "wchan") ?? "";
  if (!FUTEXES.test(where)) return threadWaits(pid, `task/${pid}`, where, tty);
  const threads = (processEntries(pid, "task") ?? []).slice(0, MAX_THREADS).map((id) => `task/${id}`);
  const waits = threads.map((each) => threadWaits(pid, each, processFile(pid, `${each}/wchan`) ?? "", tty));
  return strongest(waits);
}

function strongest(waits: readonly Waits[]): Waits {
  return waits.includes("read") ? "read" : waits.includes("poll") ? "poll" : "no";
}

/**
 * Other files than terminals are read in the same function of the kernel: a connection, for example. So the file that the
 * system call names decides. If the system does not report it, a main thread whose input is the terminal reads that.
 */
function threadWaits(pid: number, thread: string, where: string, tty: string): Waits {
  const waits = TERMINAL_READS.has(where) ? "read" : POLLS.test(where) ? "poll" : "no";
  if (waits === "no") return "no";
  const isTerminal = (file: number) => ["/dev/tty", tty].includes(processLink(pid, `fd/${file}`) ?? "");
  const named = Number((processFile(pid, `${thread}/syscall`) ?? "").split(" ")[1]);
  const files = waits === "read" ? [named] : EPOLLS.test(where) ? polled(pid, named) : undefined;
  const isKnown = files !== undefined && !Number.isNaN(named);
  const isMeant = isKnown ? files.some(isTerminal) : thread === `task/${pid}` && isTerminal(0);
  return isMeant ? waits : "no";
}

/** The files that an epoll instance of a process waits for; undefined if the system does not report it. */
function polled(pid: number, epoll: number): number[] | undefined {
  const text = processFile(pid, `fdinfo/${epoll}`);
  return text === undefined
    ? undefined
    : [...text.matchAll(/^tfd:\s*(\d+)/gm)].map(([, file]) => Number(file));
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
