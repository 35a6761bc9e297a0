/**
 * An engine decides where a job runs: Slurm, or any other that one more file implements. A job runs a daemon in its
 * allocation, and a program of the engine reaches that daemon with a pipe, so the job is a host like any other. Mullion
 * passes the options of a job on as they are, and never invents one.
 */
export interface Engine {
  /** As in `--on NAME`. */
  readonly name: string;
  /** Its name in sentences. */
  readonly title: string;
  /** Resolves to the id of the new job. Throws MuxError with what the engine said. */
  submit(order: JobOrder): Promise<string>;
  /** What the engine knows about these jobs; one that is missing is not known to it any more. */
  look(jobs: readonly string[], environment: EngineEnvironment): Promise<ReadonlyMap<string, JobReport>>;
  /** Why the engine put a job that ran back into its queue, as a clause; undefined: it does not say. */
  whyRestarted(restarted: RestartedJob): Promise<string | undefined>;
  /** The end of what the job itself printed; "" if that cannot be read here. */
  outputOf(job: string, environment: EngineEnvironment): Promise<string>;
  cancel(job: string, environment: EngineEnvironment): Promise<void>;
  /** The words that run `mullion connect` in the allocation, and the variables of the caller that would mislead them. */
  link(job: string): { readonly command: readonly string[]; readonly hides: string };
}

export interface RestartedJob {
  readonly job: string;
  /** Where it ran. */
  readonly node: string;
  readonly environment: EngineEnvironment;
  /** What the program of the job's link has complained about so far; undefined: the job has no link. */
  complaints(): string | undefined;
}

/** Of the caller: the engine's programs find their configuration with it. */
export type EngineEnvironment = ReadonlyMap<string, string>;

export interface JobOrder {
  /** For the engine, as the caller wrote them. */
  readonly options: readonly string[];
  readonly environment: EngineEnvironment;
  readonly cwd: string;
  /** Path of `mullion` here, which is often the same there. */
  readonly program: string;
}

/** Times are milliseconds since the epoch. All texts are one legible line. */
export type JobState =
  /** `ahead`: jobs that are before it in the queue, if that is known. */
  | { readonly kind: "queued"; readonly ahead: number | undefined; readonly reason: string }
  | { readonly kind: "running"; readonly node: string; readonly endsAt: number | undefined }
  | { readonly kind: "ended"; readonly how: JobEnd };

export interface JobReport {
  readonly state: JobState;
  /** How often the engine put the job back into its queue after it had run. */
  readonly restarts: number;
}

/** How a job ended, in the words of the sentence about it. */
export const JOB_ENDS = {
  finished: "finished",
  failed: "failed",
  cancelled: "was cancelled",
  "time-limit": "reached its time limit",
  preempted: "was preempted by another job",
  "node-failure": "ended because its node failed",
  "out-of-memory": "ran out of memory",
  unknown: "is not known there any more",
} as const;

export type JobEnd = keyof typeof JOB_ENDS;
