import type { ProgramStart } from "../../core/ports.ts";
import type { Job, JobRequest, Jobs } from "../../doors/tmux/context.ts";
import { HeldJob } from "../../holders/held-job.ts";
import type { Holding } from "../../holders/holding.ts";
import { type DaemonPaths, isDirectory } from "../paths.ts";
import { POPUP_DESCRIPTION } from "../records/pane-description.ts";
import { randomId } from "../system/random-id.ts";
import { jobEnvironment } from "./pane-environment.ts";

/**
 * Processes beside the panes: run-shell, if-shell, `#(…)`. When the daemon dies they keep running, but their output is
 * discarded.
 */
export function heldJobs(paths: DaemonPaths, holding: Holding): Jobs {
  return {
    start(request, onOutput): Job {
      const job = new HeldJob({
        holding,
        key: randomId(),
        kept: false,
        size: request.size,
        description: request.size ? POPUP_DESCRIPTION : "",
        output: (bytes) => void onOutput(bytes),
      });
      job.start(jobStart(paths, request));
      return job;
    },
  };
}

/**
 * A job finds the same `tmux` on PATH as a pane does, because hooks and run-shell call it.
 */
export function jobStart(paths: DaemonPaths, { file, argv, cwd, environment }: JobRequest): ProgramStart {
  return {
    ...(file !== undefined && { file }),
    argv,
    cwd: presentDirectory({ cwd, environment }),
    environment: new Map([...environment, ...jobEnvironment(paths, environment)]),
  };
}

/** The working directory of a program; its home or the root if that no longer exists. */
export function presentDirectory({ cwd, environment }: Pick<ProgramStart, "cwd" | "environment">): string {
  return [cwd, environment.get("HOME") ?? "/"].find(isDirectory) ?? "/";
}
