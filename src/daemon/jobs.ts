import { spawn } from "node:child_process";
import { constants } from "node:os";
import type { ExitState } from "../core/ports.ts";
import type { Job, JobRequest, Jobs } from "../doors/tmux/context.ts";

/** Processes beside the panes. They are the daemon's own children and end with their pipes, not with a terminal. */
export const jobs: Jobs = {
  start({ argv, cwd, environment }: JobRequest, onOutput): Job {
    const [file = "", ...rest] = argv;
    const child = spawn(file, rest, {
      cwd,
      env: Object.fromEntries(environment),
      stdio: ["pipe", "pipe", "ignore"],
      detached: true,
    });
    child.stdin.on("error", () => {});
    child.stdout.on("data", (bytes: Buffer) => onOutput(bytes));
    const exited = new Promise<ExitState>((resolve) => {
      child.on("error", () => resolve({ status: 127 }));
      child.on("close", (status, signal) =>
        resolve(signal === null ? { status: status ?? 0 } : { signal: constants.signals[signal] }),
      );
    });
    return {
      pid: child.pid ?? 0,
      exited,
      write: (bytes) => void child.stdin.write(bytes),
      endInput: () => void child.stdin.end(),
      signal: (signal) => void child.kill(signal),
    };
  },
};
