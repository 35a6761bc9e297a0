import { execFile, execFileSync } from "node:child_process";
import { closeSync, openSync, readdirSync, readFileSync, readlinkSync, readSync, statSync } from "node:fs";
import { promisify } from "node:util";

/**
 * Everything in TypeScript that differs between Linux and macOS, with the reason; native/shared/platform.c is the same
 * for C. No other file may ask which system this is or read /proc: test/house/platform.test.ts checks that. macOS has no
 * /proc, so all that is read from it is undefined there, and each caller has an answer without it.
 */

/**
 * Maximum bytes of a socket's path, without the terminating zero. Linux has 107 and macOS 103, because its sun_path is
 * 104 bytes: the strictest system decides, so that an instance can move.
 */
export const MAX_SOCKET_PATH = 103;

/** Both systems have user ids; Node declares them as optional because Windows has none. */
export function ownUserId(): number {
  return process.getuid!();
}

/** Linux's unit of times in /proc: sysconf(_SC_CLK_TCK), which is 100 on every processor that Node supports. */
export const TICKS_PER_SECOND = 100;

/**
 * Kernel functions in which a process of Linux sleeps while it waits for a terminal's next line, or for a connection's
 * next byte. macOS shows none.
 */
export const TERMINAL_READS: ReadonlySet<string> = new Set(["n_tty_read", "wait_woken"]);

/** Kernel functions in which a process of Linux waits for several inputs, among them perhaps its terminal. */
export const POLLS = /^(poll_schedule_timeout|do_select|do_sys_poll|do_poll|do_epoll_wait|ep_poll)/;

/** Those of them that wait for what an epoll instance names. */
export const EPOLLS = /^(do_epoll_wait|ep_poll)/;

/** Kernel functions in which a thread of Linux waits for another one. */
export const FUTEXES = /^(__)?futex_/;

interface PollCall {
  /** Index of the time limit among the arguments, from 1. */
  readonly at: number;
  /** Without a limit, the argument is -1, or no address of a time. */
  readonly unlimited: RegExp;
}

const MILLISECONDS = /^0x(?:f{8})?f{8}$/;
const ADDRESS = /^0x0$/;

/** Numbers of Linux's system calls that poll: epoll_pwait, epoll_pwait2, ppoll, pselect6; on x64 also epoll_wait, poll, select. */
const POLL_CALLS: Readonly<Record<string, Readonly<Record<string, PollCall>>>> = {
  arm64: {
    22: { at: 4, unlimited: MILLISECONDS },
    441: { at: 4, unlimited: ADDRESS },
    73: { at: 3, unlimited: ADDRESS },
    72: { at: 5, unlimited: ADDRESS },
  },
  x64: {
    232: { at: 4, unlimited: MILLISECONDS },
    281: { at: 4, unlimited: MILLISECONDS },
    441: { at: 4, unlimited: ADDRESS },
    7: { at: 3, unlimited: MILLISECONDS },
    271: { at: 3, unlimited: ADDRESS },
    23: { at: 5, unlimited: ADDRESS },
    270: { at: 5, unlimited: ADDRESS },
  },
};

/**
 * Whether the poll that /proc/PID/syscall shows ends without an event. Undefined for another call, and where the kernel hides
 * it: with Yama, which Ubuntu turns on, from all but the process's ancestors.
 */
export function hasTimeLimit(syscall: string, processor: string = process.arch): boolean | undefined {
  const words = syscall.trim().split(" ");
  const call = POLL_CALLS[processor]?.[words[0] ?? ""];
  return call && !call.unlimited.test(words[call.at] ?? "");
}

type ProcessId = number | "self";

/** A file of /proc/PID. Undefined on macOS, and for a process that is gone or belongs to another user. */
export function processFile(pid: ProcessId, name: string): string | undefined {
  return attempt(() => readFileSync(`/proc/${pid}/${name}`, "utf8"));
}

/** Fields of /proc/PID/stat from the state on; the name before them may contain any character. */
export function statFields(pid: number): string[] | undefined {
  const stat = processFile(pid, "stat");
  return stat?.slice(stat.lastIndexOf(")") + 2).split(" ");
}

const glance = Buffer.alloc(64);

/** Files of run times that are kept open take at most this share of the process's descriptors, and at most this many. */
const KEPT_SHARE = 1 / 8;
const MAX_KEPT = 1_024;
let maxKept: number | undefined;
let kept = 0;

/**
 * How long and how often the main thread of a process has run, as text: it changes whenever the process does anything.
 * The count changes when the thread begins to run, the time when it stops. The daemon asks often, so the file stays open
 * until `close`: that costs a quarter of opening it again, and another process that gets the same id is not mistaken for
 * this one.
 */
export class RunTime {
  readonly pid: number;
  readonly #isKept: boolean;
  #file: number | undefined;

  constructor(pid: number) {
    this.pid = pid;
    maxKept ??= Math.min(MAX_KEPT, Math.floor((openFilesLimit("self") ?? 0) * KEPT_SHARE));
    this.#isKept = kept < maxKept;
    if (this.#isKept) kept += 1;
  }

  /** Undefined on macOS, on a kernel without schedstat, and for a process that is gone. */
  read(): string | undefined {
    return attempt(() => {
      this.#file ??= openSync(`/proc/${this.pid}/schedstat`, "r");
      try {
        return glance.toString("latin1", 0, readSync(this.#file, glance, 0, glance.length, 0));
      } finally {
        if (!this.#isKept) this.#closeFile();
      }
    });
  }

  /** At most once, and nothing is read after it. */
  close(): void {
    this.#closeFile();
    if (this.#isKept) kept -= 1;
  }

  #closeFile(): void {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
  }
}

/** Target of a link in /proc/PID: the program, the working directory, an open file. */
export function processLink(pid: ProcessId, name: string): string | undefined {
  return attempt(() => readlinkSync(`/proc/${pid}/${name}`));
}

/** What a descriptor of a process is. Undefined on macOS, and for a process that is gone or belongs to another user. */
export function openFileKind(pid: ProcessId, file: number): "file" | "fifo" | "other" | undefined {
  const found = attempt(() => statSync(`/proc/${pid}/fd/${file}`));
  if (found?.isFIFO()) return "fifo";
  return found && (found.isFile() || found.isDirectory() ? "file" : "other");
}

/** Names in a directory of /proc/PID: threads, open files. */
export function processEntries(pid: ProcessId, name: string): readonly string[] | undefined {
  return attempt(() => readdirSync(`/proc/${pid}/${name}`));
}

/** The descriptor that a path names, if it is one of the process that opens the path. */
export function descriptorIn(path: string): number | undefined {
  const stream = ["/dev/stdin", "/dev/stdout", "/dev/stderr"].indexOf(path);
  const number = /^\/(?:dev|proc\/(?:thread-)?self)\/fd\/(\d+)$/.exec(path)?.[1];
  return stream >= 0 ? stream : number === undefined ? undefined : Number(number);
}

/**
 * The path under which this process finds what another one finds at `path`: they differ for descriptors and for
 * /proc/self. macOS shows a process's descriptors to no other, so the path leads nowhere there.
 */
export function pathSeenBy(pid: number, path: string): string {
  const descriptor = descriptorIn(path);
  return descriptor === undefined
    ? path.replace(/^\/proc\/(?:thread-)?self(?=\/)/, `/proc/${pid}`)
    : `/proc/${pid}/fd/${descriptor}`;
}

/** The file mode creation mask of a process. macOS shows it nowhere. */
export function umaskOf(pid: number): number | undefined {
  const octal = /^Umask:\s*([0-7]+)/m.exec(processFile(pid, "status") ?? "")?.[1];
  return octal === undefined ? undefined : Number.parseInt(octal, 8);
}

/** Ids of all processes from /proc; macOS has only `ps`. */
export function listedProcesses(): readonly number[] | undefined {
  return attempt(() => readdirSync("/proc").filter((name) => /^\d+$/.test(name)))?.map(Number);
}

/** `PID PARENT KIB TIME` of all processes, one a line, for a system without /proc. POSIX's ps shows no session. */
export async function psLines(): Promise<readonly string[]> {
  const { stdout } = await promisify(execFile)("ps", ["-A", "-o", "pid=,ppid=,rss=,time="]);
  return stdout.split("\n");
}

/** Soft limit of a process's open files. Node has no getrlimit; macOS shows it nowhere. */
export function openFilesLimit(pid: ProcessId): number | undefined {
  const soft = /^Max open files\s+(\d+)/m.exec(processFile(pid, "limits") ?? "")?.[1];
  return soft === undefined ? undefined : Number(soft);
}

/**
 * Names the time since the machine, or the container, was started; a later start has another name. Linux names its boot,
 * and the first process of a container shows when that was started. macOS names its boot only through sysctl.
 */
export function currentBoot(): string {
  const first = statFields(1)?.[19] ?? "";
  const boot =
    attempt(() => readFileSync("/proc/sys/kernel/random/boot_id", "utf8")) ??
    attempt(() => execFileSync("/usr/sbin/sysctl", ["-n", "kern.bootsessionuuid"], { encoding: "utf8" }));
  return `${boot?.trim() ?? ""} ${first}`;
}

/** launchd is the only service manager of macOS; on Linux it is systemd. */
export function serviceManager(): "systemd" | "launchd" {
  return process.platform === "darwin" ? "launchd" : "systemd";
}

/**
 * The program that opens an address in the user's browser. Undefined without a display: Linux names it in the environment;
 * macOS always has one, except for who is logged in over ssh.
 */
export function browserOpener(environment: NodeJS.ProcessEnv): string | undefined {
  const { DISPLAY, WAYLAND_DISPLAY, SSH_CONNECTION } = environment;
  if (process.platform === "darwin") return SSH_CONNECTION ? undefined : "open";
  return DISPLAY || WAYLAND_DISPLAY ? "xdg-open" : undefined;
}

/**
 * Whether this bash reads $ENV in POSIX mode. The /bin/bash of macOS is 3.2 and does not. SIP protects that file, so
 * its path identifies it; a newer bash is elsewhere.
 */
export function bashReadsEnv(file: string, platform: string = process.platform): boolean {
  return !(platform === "darwin" && file === "/bin/bash");
}

function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
