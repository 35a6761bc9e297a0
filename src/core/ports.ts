import type { MuxError } from "./errors.ts";
import type { PaneId } from "./ids.ts";

/**
 * Interfaces that the core requires of its environment, without their implementation. The daemon supplies each by
 * constructor argument. The core itself stays synchronous: a call returns a handle at once, and slow work happens
 * behind the handle.
 */

export interface Size {
  readonly cols: number;
  readonly rows: number;
}

/** How a pane's process ended. Exactly one of status and signal is set. */
export interface ExitState {
  readonly status?: number;
  readonly signal?: number;
  /** The machine stopped, and every process with it: the pane stays until its program is started again. */
  readonly stopped?: boolean;
}

/** The status or the signal alone, for a record or an answer; null if the process has not ended. */
export function plainExit(exit: ExitState | undefined): ExitState | null {
  if (!exit) return null;
  return exit.signal === undefined ? { status: exit.status ?? 0 } : { signal: exit.signal };
}

/** A program to start. */
export interface ProgramStart {
  /** The program, searched in the environment's PATH unless it holds a slash; absent: argv[0]. */
  readonly file?: string;
  /** Executed directly, never through a shell. argv[0] may differ from the file: "-bash" makes a login shell. */
  readonly argv: readonly string[];
  readonly cwd: string;
  /** The complete environment of the child, in the order in which the child receives it. */
  readonly environment: ReadonlyMap<string, string>;
}

export interface SpawnRequest extends ProgramStart {
  readonly pane: PaneId;
  readonly size: Size;
}

export interface StartedProcess {
  readonly pid: number;
  readonly tty: string;
}

/** The foreground process of a pane's terminal. Fields are empty if the system does not report them. */
export interface Foreground {
  readonly pgrp: number;
  readonly command: string;
  readonly cwd: string;
  /** All its arguments, where the system reports them. */
  readonly argv?: readonly string[];
}

/**
 * What can wake a program that waits for several inputs. `input`: only its terminal. `time`: a time limit too. `unknown`: the
 * system does not report whether there is such a limit. `more`: also a connection, a child, a thread that runs, or other things.
 */
export type WokenBy = "input" | "time" | "unknown" | "more";

/** How the foreground programs of a terminal wait for its input. */
export interface TerminalUse {
  /**
   * `poll`: for several inputs, among them perhaps the terminal. `unknown`: the system does not report it of a program
   * of another user, such as `sudo`.
   */
  readonly waits: "read" | "poll" | "no" | "unknown";
  /** Of the program that polls. Reads many files of the system, so only a rule that depends on it asks. */
  wokenBy(): WokenBy;
  /** Arguments of the innermost program: the editor that `git commit` started. */
  readonly argv: readonly string[];
  /** Arguments of the outermost programs, at most four: a shell, and the agent that it started. */
  readonly outer: readonly (readonly string[])[];
}

/**
 * A pane's process as the core sees it. It exists from the moment of the request; `started` resolves when the program
 * runs, or rejects with a MuxError "start-failed" that carries the meaning of errno. Input written before that is
 * queued in order.
 */
export interface PaneProcess {
  readonly started: Promise<StartedProcess>;
  /** Known once started; 0 before. */
  readonly pid: number;
  /** Name of the terminal device; empty before the start. */
  readonly tty: string;
  /**
   * Resolves when every byte has been written to the terminal. Bytes of different calls are never interleaved. A caller
   * may ignore the promise: its rejection counts as handled.
   */
  write(bytes: Uint8Array): Promise<void>;
  /** The reason why input is rejected now: the program does not read, and the bounded queue is full. */
  readonly inputRefusal?: MuxError | undefined;
  resize(size: Size): void;
  signal(signal: number): void;
  /** Sends SIGHUP to the pane's processes, and SIGKILL to those that are left after the grace period. */
  close(graceMs?: number): void;
  foreground(): Foreground | undefined;
  /** How the foreground waits for the terminal's input; undefined if the system does not report it. */
  terminalUse?(foreground: Foreground): TerminalUse | undefined;
  /** Whether a process of the pane has run since the last call; undefined if the system does not report it. */
  hasStirred?(): boolean | undefined;
  /** Whether a process, or the first one of a process group, has ended. */
  hasEnded?(pid: number): boolean;
}

export interface Spawner {
  spawn(request: SpawnRequest): PaneProcess;
}

export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Calls `run` once after the delay; the returned function cancels the call. */
  after(delayMs: number, run: () => void): () => void;
}

export function isSameSize(a: Size, b: Size): boolean {
  return a.cols === b.cols && a.rows === b.rows;
}

/** Settles as the promise does, or after the time limit as `late` does. */
export function orLate<T>(
  clock: Clock,
  settling: Promise<T>,
  { limitMs, late }: { readonly limitMs: number; late(): T },
): Promise<T> {
  let cancel = () => {};
  const over = new Promise<void>((resolve) => {
    cancel = clock.after(limitMs, resolve);
  });
  return Promise.race([settling, over.then(late)]).finally(cancel);
}

/** Resolves when the promise settles or its time limit has passed. Never rejects. */
export function settledOrLate(clock: Clock, settling: Promise<unknown>, limitMs: number): Promise<void> {
  const nothing = () => {};
  return orLate(clock, settling.then(nothing, nothing), { limitMs, late: nothing });
}

/**
 * Types into programs on behalf of a caller that is answered without waiting for them to read. Throws, and types nothing,
 * where one of them has so much unread input that no more can wait for it.
 */
export function typeInto(
  writes: readonly { readonly process: PaneProcess; readonly bytes: Uint8Array }[],
): void {
  for (const { process } of writes) if (process.inputRefusal) throw process.inputRefusal;
  // A program that ends before it has read everything is no failure of the caller's.
  for (const { process, bytes } of writes) void process.write(bytes);
}
