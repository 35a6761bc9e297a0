import { family } from "./family.ts";
import {
  EPOLLS,
  FUTEXES,
  hasTimeLimit,
  openFileKind,
  POLLS,
  processEntries,
  processFile,
  processLink,
} from "./platform.ts";

/**
 * What can wake a program that polls its terminal. `input`: only that. `time`: a time limit too. `unknown`: the system does
 * not report whether there is such a limit. `more`: also a connection, a child, a thread that runs, or other things.
 */
type WokenBy = "input" | "time" | "unknown" | "more";

const MAX_THREADS = 32;
/** Descriptors through which nothing arrives that the process does not cause itself. */
const OWN = /^(anon_inode:\[?(eventfd|eventpoll|signalfd)\]?|\/dev\/(null|u?random))$/;
const PIPE = /^pipe:/;
/** fish has its FIFO for changed variables open for both. */
const READ_AND_WRITE = /^flags:\s*\d*2$/m;

/**
 * A server, a build and an agent at work poll their terminal like a program that asks: they also poll a connection or a
 * file watch, have a child, a running thread or a time limit. A program without any of these waits for a person. The
 * terminal's mode distinguishes them less: servers and ssh take single keys too, and a script may ask in the normal mode.
 */
export function wokenBy(pid: number, tty: string): WokenBy {
  const where = processFile(pid, "wchan") ?? "";
  if (!POLLS.test(where) || family(pid).length > 1 || !areThreadsIdle(pid)) return "more";
  const files = openFiles(pid);
  const watched = EPOLLS.test(where) ? watchedOf(pid, files) : [...files.keys()];
  if (!watched.every((file) => isOwn(pid, file, files, tty))) return "more";
  const isLimited = hasTimeLimit(processFile(pid, "syscall") ?? "");
  return isLimited === undefined ? "unknown" : isLimited ? "time" : "input";
}

/** Threads of a pool sleep until they are given work; Node has one that waits with an epoll instance of its own. */
function areThreadsIdle(pid: number): boolean {
  const others = (processEntries(pid, "task") ?? []).filter((id) => Number(id) !== pid);
  const isIdle = (where: string) => FUTEXES.test(where) || EPOLLS.test(where);
  return (
    others.length < MAX_THREADS && others.every((id) => isIdle(processFile(pid, `task/${id}/wchan`) ?? ""))
  );
}

/** Targets of open files, by descriptor. */
function openFiles(pid: number): ReadonlyMap<number, string> {
  const names = processEntries(pid, "fd") ?? [];
  return new Map(names.map((name) => [Number(name), processLink(pid, `fd/${name}`) ?? ""]));
}

/** What all epoll instances of a process wait for: the system may not report which of them its threads use. */
function watchedOf(pid: number, files: ReadonlyMap<number, string>): number[] {
  const polls = [...files].filter(([, target]) => target.includes("[eventpoll]"));
  return polls.flatMap(([file]) => polledFiles(processFile(pid, `fdinfo/${file}`) ?? ""));
}

/** The files that an epoll instance waits for, as its fdinfo lists them. */
export function polledFiles(fdinfo: string): number[] {
  return [...fdinfo.matchAll(/^tfd:\s*(\d+)/gm)].map(([, file]) => Number(file));
}

function isOwn(pid: number, file: number, files: ReadonlyMap<number, string>, tty: string): boolean {
  const target = files.get(file) ?? "";
  if (target === tty || target === "/dev/tty" || OWN.test(target)) return true;
  // A process that has both ends of a pipe wakes itself through it, from a signal handler or a thread.
  if (PIPE.test(target)) return [...files.values()].filter((each) => each === target).length > 1;
  const kind = openFileKind(pid, file);
  return (
    kind === "file" || (kind === "fifo" && READ_AND_WRITE.test(processFile(pid, `fdinfo/${file}`) ?? ""))
  );
}
