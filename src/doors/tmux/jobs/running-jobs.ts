import type { Job, JobRequest, Jobs } from "../context.ts";

const SIGTERM = 15;

/** Processes beside the panes of one server: `show-messages -J` lists them, and they end with the server. */
export class RunningJobs implements Jobs {
  readonly #jobs: Jobs;
  /** Each job with its command as the user wrote it. */
  readonly #running = new Map<Job, string>();

  constructor(jobs: Jobs) {
    this.#jobs = jobs;
  }

  start(request: JobRequest, onOutput: (bytes: Uint8Array) => void): Job {
    const job = this.#jobs.start(request, onOutput);
    this.#running.set(job, request.argv.at(-1) ?? "");
    void job.exited.then(() => this.#running.delete(job));
    return job;
  }

  /** Running jobs, newest first. */
  list(): readonly (readonly [job: Job, command: string])[] {
    return [...this.#running].reverse();
  }

  /** Removes a job that continues as the process of a pane. */
  forget(job: Job): void {
    this.#running.delete(job);
  }

  endAll(): void {
    for (const job of this.#running.keys()) job.signal(SIGTERM);
  }
}
