import { spawn } from "node:child_process";
import { legible } from "../core/text/legible.ts";
import { startProgram } from "../processes/start-program.ts";
import type { LinkCarrier } from "./link-session.ts";

export interface PipeListener {
  onData(bytes: Buffer): void;
  onDrained(): void;
  /** What the program prints on its standard error, also after the end of the link. */
  onComplaint?(text: string): void;
  /** The last callback. The reason is what the program complained about, or how it ended. */
  onEnd(reason: string): void;
}

/** A running program that carries a link on its standard streams. */
export interface LinkPipe extends LinkCarrier {
  readonly pid: number | undefined;
  /** The program reads the end of its standard input after everything written. */
  end(): void;
  kill(): void;
}

/** Bytes of the program's complaints that are kept. */
const COMPLAINT_BYTES = 4_000;
const MAX_REASON_CHARS = 300;

/**
 * Starts the program of a link. It has no terminal, so it cannot ask anything, and it ends with its standard input: when
 * this daemon ends, however it does, so do its links.
 */
export function openPipe(
  command: readonly string[],
  environment: ReadonlyMap<string, string>,
  listener: PipeListener,
): LinkPipe {
  const [file = "", ...argv] = command;
  const env = Object.fromEntries(environment);
  let complaint = "";
  let ended = false;
  const end = (how: string) => {
    if (ended) return;
    ended = true;
    listener.onEnd(lastLine(complaint) || how);
  };
  const child = startProgram(
    () => spawn(file, argv, { stdio: "pipe", env, cwd: "/", detached: true }),
    ({ reason }) => end(`cannot run ${file}: ${reason}`),
  );
  if (!child) {
    const kill = () => {
      ended = true;
    };
    return { pid: undefined, write: () => true, end() {}, kill };
  }
  child.stderr.on("data", (chunk: Buffer) => {
    complaint = (complaint + chunk.toString()).slice(-COMPLAINT_BYTES);
    listener.onComplaint?.(chunk.toString());
  });
  child.stdout.on("data", (chunk: Buffer) => {
    if (!ended) listener.onData(chunk);
  });
  child.stdin.on("drain", () => {
    if (!ended) listener.onDrained();
  });
  child.stdin.on("error", () => {}); // The program has ended; its end gives the reason.
  child.on("close", (status, signal) => end(`${file} ended with ${signal ?? `status ${status}`}`));
  return {
    pid: child.pid,
    write: (bytes) => child.stdin.write(bytes),
    end: () => child.stdin.end(),
    kill() {
      ended = true;
      child.stdin.end();
      child.kill("SIGTERM");
      // A program that is stopped, or that ignores the signal, must not stay.
      setTimeout(() => child.kill("SIGKILL"), 1_000).unref();
    },
  };
}

/** The last line of a program's complaints says why it ended. */
function lastLine(text: string): string {
  const lines = text.split("\n").map((line) => line.trim());
  return legible(lines.findLast((line) => line !== "") ?? "").slice(0, MAX_REASON_CHARS);
}
