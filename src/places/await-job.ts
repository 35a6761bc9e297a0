import { setTimeout as pause } from "node:timers/promises";
import type { HostLink } from "../hosts/host-link.ts";
import type { EngineEnvironment } from "./engine.ts";
import { describeJob, type PlacedJob, type PlacedJobs } from "./placed-jobs.ts";

export interface AwaitedJob {
  readonly jobs: PlacedJobs;
  readonly name: string;
  readonly environment: EngineEnvironment;
  /** Aborted when the caller waits no longer. */
  readonly signal: AbortSignal;
  /** What the caller waits for, after each look. */
  onProgress(text: string): void;
}

/** Between two looks at a job that waits. A long queue is not asked more often than its admins like. */
const FIRST_LOOK_MS = 500;
const LONGEST_LOOK_MS = 10_000;
/** The job's daemon starts in a second or two; a node may be slow. */
const REACH_MS = 120_000;

/** Resolves when the job runs. Rejects with a sentence if it ended before, and when the signal is aborted. */
export async function jobRunning(awaited: AwaitedJob): Promise<PlacedJob> {
  const { jobs, name, environment, signal, onProgress } = awaited;
  for (let pauseMs = FIRST_LOOK_MS; ; pauseMs = Math.min(pauseMs * 1.3, LONGEST_LOOK_MS)) {
    await jobs.refresh(environment).catch((error: Error) => onProgress(`waiting: ${error.message}`));
    signal.throwIfAborted();
    const job = jobs.named(name);
    if (job.state.kind === "ended") throw new Error(describeJob(job));
    onProgress(progressText(job));
    if (job.state.kind === "running") return job;
    await pause(pauseMs, undefined, { signal });
  }
}

/** Resolves when the daemon of a running job can be reached. Rejects with a sentence if the job has ended meanwhile. */
export async function jobReached(awaited: AwaitedJob, link: HostLink): Promise<void> {
  const { jobs, name, environment } = awaited;
  const signal = AbortSignal.any([awaited.signal, AbortSignal.timeout(REACH_MS)]);
  try {
    await link.reach({ environment, wait: true, signal });
  } catch (error) {
    awaited.signal.throwIfAborted();
    await jobs.onLinkLost(name);
    const job = jobs.named(name);
    throw job.state.kind === "running" ? error : new Error(describeJob(job));
  }
}

function progressText(job: PlacedJob): string {
  const { name, state } = job;
  if (state.kind !== "running") return describeJob(job);
  const minutes = state.endsAt === undefined ? undefined : Math.round((state.endsAt - Date.now()) / 60_000);
  return `${name} runs on ${state.node}${minutes === undefined ? "" : `, ${minutes} min left`}`;
}
