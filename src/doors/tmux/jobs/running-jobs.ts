import type { Job, JobRequest, Jobs } from "../context.ts";

interface RunningJob {
  readonly job: Job;
  /** The command as the user wrote it. */
  readonly command: string;
}

const SIGTERM = 15;

/** Processes beside the panes of one server: `show-messages -J` lists them, and they end with the server. */
export class RunningJobs implements Jobs {
  readonly #jobs: Jobs;
  readonly #running = new Set<RunningJob>();

  constructor(jobs: Jobs) {
    this.#jobs = jobs;
  }

  start(request: JobRequest, onOutput: (bytes: Uint8Array) => void): Job {
    const job = this.#jobs.start(request, onOutput);
    const running = { job, command: request.argv.at(-1) ?? "" };
    this.#running.add(running);
    void job.exited.then(() => this.#running.delete(running));
    return job;
  }

  /** Running jobs, newest first. */
  list(): readonly RunningJob[] {
    return [...this.#running].reverse();
  }

  /** Removes a job that continues as the process of a pane. */
  forget(job: Job): void {
    for (const running of this.#running) if (running.job === job) this.#running.delete(running);
  }

  endAll(): void {
    for (const { job } of this.#running) job.signal(SIGTERM);
  }
}
