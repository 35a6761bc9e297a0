import { family } from "./family.ts";
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
import { polledFiles, wokenBy } from "./woken-by.ts";

type Waits = "read" | "poll" | "no" | "unknown";

const MAX_OUTER = 4;
const MAX_THREADS = 32;
/** Programs that run a command on a terminal of its own, and pass on what is typed into theirs. */
const RELAYS = /^(sudo|su|doas|script|runuser|unbuffer|rlwrap)$/;
const MAX_RELAYS = 4;
const NO_TERMINAL = 0;
/** What the kernel shows in place of a function: for a process that runs, and for one that belongs to another user. */
const HIDDEN = "0";
const STRENGTHS: readonly Waits[] = ["read", "poll", "unknown"];

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
  const { users, waits, pollers } = usersOf(pid, foreground, tty);
  return {
    waits,
    wokenBy: () => {
      const [poller, another] = pollers;
      return poller && !another ? wokenBy(poller.pid, poller.tty) : "more";
    },
    /** Of the innermost foreground program: the editor that `git commit` started. */
    argv: argumentsOf(users.at(-1) ?? foreground),
    /** Of the outermost ones. */
    outer: users.slice(0, MAX_OUTER).map(argumentsOf),
  };
}

/** The processes that have the terminal, outermost first, and how they wait for its input. */
function usersOf(pid: number, foreground: number, tty: string, relays = 0): Users {
  const all = family(pid).map(memberOf);
  const group = all.filter((each) => each.group === foreground);
  const relay = relays < MAX_RELAYS ? group.find(({ pid: each }) => RELAYS.test(nameOf(each))) : undefined;
  const inner = relay && innerOf(relay);
  const beyond: Users = inner
    ? usersOf(inner.pid, inner.foreground, terminalName(inner.terminal), relays + 1)
    : readersOutside(all, tty);
  const users = [...group.map((each) => each.pid), ...beyond.users];
  // A relay polls its terminal all the time: the programs behind it say whether anything waits.
  if (inner) return { ...beyond, users };
  const waits = group.map(({ pid: each }) => ({ pid: each, tty, waits: waitsOf(each, tty) }));
  return {
    users,
    waits: strongest([...waits.map((each) => each.waits), beyond.waits]),
    pollers: waits.filter((each) => each.waits === "poll"),
  };
}

interface Users {
  readonly users: readonly number[];
  readonly waits: Waits;
  readonly pollers: readonly { readonly pid: number; readonly tty: string }[];
}

/** The first process on the terminal that a relay has made for the program that it runs. */
function innerOf(relay: Member): Member | undefined {
  const below = family(relay.pid).map(memberOf);
  return below.find(({ terminal }) => terminal !== NO_TERMINAL && terminal !== relay.terminal);
}

/** `su -c` runs its command in a session without a terminal. It reads the one that it inherited. */
function readersOutside(all: readonly Member[], tty: string): Users {
  const outside = all.filter(({ terminal }) => terminal === NO_TERMINAL).map((each) => each.pid);
  const users = outside.filter((each) => waitsOf(each, tty) === "read");
  return { users, waits: users.length > 0 ? "read" : "no", pollers: [] };
}

interface Member {
  readonly pid: number;
  /** Its process group. */
  readonly group: number;
  /** Number of its controlling terminal. */
  readonly terminal: number;
  /** The foreground group of that terminal. */
  readonly foreground: number;
}

function memberOf(pid: number): Member {
  const [group = 0, , terminal = NO_TERMINAL, foreground = 0] = (statFields(pid) ?? [])
    .slice(2, 6)
    .map(Number);
  return { pid, group, terminal, foreground };
}

function nameOf(pid: number): string {
  return (processFile(pid, "comm") ?? "").trim();
}

/** The device of a pseudo-terminal: Linux spreads the low part of its number over two places. */
function terminalName(terminal: number): string {
  return `/dev/pts/${(terminal & 0xff) | ((terminal >>> 12) & 0xfff00)}`;
}

/** Programs in Go, Java and others read their input in another thread than the main one, which sleeps meanwhile. */
function waitsOf(pid: number, tty: string): Waits {
  const where = processFile(pid, "wchan") ?? "";
  if (where === HIDDEN) return isAsleep(pid) ? "unknown" : "no";
  if (!FUTEXES.test(where)) return threadWaits(pid, `task/${pid}`, where, tty);
  const threads = (processEntries(pid, "task") ?? []).slice(0, MAX_THREADS).map((id) => `task/${id}`);
  const waits = threads.map((each) => threadWaits(pid, each, processFile(pid, `${each}/wchan`) ?? "", tty));
  return strongest(waits);
}

function strongest(waits: readonly Waits[]): Waits {
  return STRENGTHS.find((each) => waits.includes(each)) ?? "no";
}

function isAsleep(pid: number): boolean {
  return statFields(pid)?.[0] === "S";
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
  return text === undefined ? undefined : polledFiles(text);
}

/** Some threads of every Node process sleep: if none is reported as sleeping, the kernel hides this information. */
function tellsOfUs(): boolean {
  const threads = processEntries("self", "task") ?? [];
  return threads.some((thread) => !["", "0"].includes(processFile("self", `task/${thread}/wchan`) ?? ""));
}
