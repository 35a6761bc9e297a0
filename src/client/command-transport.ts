import { spawn } from "node:child_process";
import { splitLines } from "./line-splitter.ts";
import type { OpenTransport, ProcessEnv } from "./transport.ts";

/** Time for a backend to exit after its input has ended. */
const GRACE_MS = 2_000;
const MAX_COMPLAINT = 2_000;

export interface CommandOptions {
  readonly command: readonly string[];
  readonly env?: ProcessEnv | undefined;
}

/** Lines over the standard streams of a program that this transport starts. The error contains the program's stderr. */
export function commandTransport({ command, env }: CommandOptions): OpenTransport {
  const [file = "", ...argv] = command;
  return (listener, signal) =>
    new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const child = spawn(file, argv, { stdio: "pipe", ...(env && { env }) });
      let complaint = "";
      let timer: NodeJS.Timeout | undefined;
      child.stderr.on("data", (chunk) => {
        complaint = (complaint + chunk).slice(-MAX_COMPLAINT);
      });
      const split = splitLines((line) => listener.onLine(line));
      child.stdout.on("data", (chunk) => {
        try {
          split(chunk);
        } catch {
          child.kill("SIGKILL");
        }
      });
      child.stdin.on("error", () => {}); // The program has ended; its exit event reports why.
      child.on("error", reject);
      child.on("close", (status, ended) => {
        clearTimeout(timer);
        const how = ended ?? `status ${status}`;
        listener.onClose(new Error(`${file} ended (${how})${complaint && `: ${complaint.trim()}`}`));
      });
      child.on("spawn", () =>
        resolve({
          send: (line) => void child.stdin.write(`${line}\n`),
          pause: () => void child.stdout.pause(),
          resume: () => void child.stdout.resume(),
          close() {
            child.stdin.end();
            timer ??= setTimeout(() => child.kill("SIGKILL"), GRACE_MS).unref();
          },
        }),
      );
    });
}
