import type { ChildProcess } from "node:child_process";

export interface StartFailure {
  /** Completes a sentence: "cannot run ssh: …". */
  readonly reason: string;
  /** The system lacks something that others may release: the same start may succeed later. */
  readonly isShortage: boolean;
}

const SHORTAGES: Readonly<Record<string, string>> = {
  EMFILE: "the daemon has reached its limit of open files",
  ENFILE: "the system has reached its limit of open files",
  EAGAIN: "the limit of processes is reached",
  ENOMEM: "the system has too little memory",
};

/**
 * Starts a program, and reports in one way that it did not start; Node has three. Without a free descriptor it returns a
 * child that has no streams, and emits the error afterwards: code that uses a stream first fails before it listens for that error.
 * It throws some errors (ENOMEM, E2BIG), and emits the others (ENOENT, EAGAIN). Here `onFailed` is always called after
 * the return, and the child is undefined if it has no streams.
 */
export function startProgram<Child extends ChildProcess>(
  start: () => Child,
  onFailed: (failure: StartFailure) => void,
): Child | undefined {
  try {
    const child = start();
    child.on("error", (error) => onFailed(startFailure(error)));
    // Node declares the streams of a child without a mention of this case.
    return (child.stdin as unknown) === undefined ? undefined : child;
  } catch (error) {
    if (!isSystemError(error)) throw error;
    process.nextTick(onFailed, startFailure(error));
    return undefined;
  }
}

function startFailure({ code = "", message }: NodeJS.ErrnoException): StartFailure {
  const shortage = SHORTAGES[code];
  return { reason: shortage ?? message, isShortage: shortage !== undefined };
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && "syscall" in error;
}
