import type { FormatJob } from "../../core/format/context.ts";
import type { JobRequest, Jobs } from "./context.ts";

interface Entry {
  /** What it was last started as. */
  expanded: string;
  /** Second of the last start; it is not started twice in one. */
  started: number;
  running: boolean;
  /** The last whole line it printed, or what stands after it. */
  output: string;
}

/**
 * Commands inside formats, `#(…)`. A format is expanded at once with what the command printed last; the command itself
 * runs beside it, at most once a second.
 */
export class FormatJobs {
  readonly #jobs: Jobs;
  readonly #request: (command: string, job: FormatJob) => JobRequest;
  readonly #now: () => number;
  readonly #entries = new Map<string, Entry>();

  constructor(ports: {
    readonly jobs: Jobs;
    readonly request: (command: string, job: FormatJob) => JobRequest;
    readonly now: () => number;
  }) {
    this.#jobs = ports.jobs;
    this.#request = ports.request;
    this.#now = ports.now;
  }

  run(job: FormatJob): string {
    const key = [job.client?.name ?? "", job.tag, job.command].join("\0");
    const entry = this.#entries.get(key) ?? { expanded: "", started: 0, running: false, output: "" };
    this.#entries.set(key, entry);
    const second = Math.floor(this.#now() / 1000);
    const changed = entry.expanded !== job.expanded;
    if (job.force || changed || (!entry.running && entry.started !== second)) {
      entry.expanded = job.expanded;
      entry.started = second;
      this.#start(entry, job);
    }
    return entry.output;
  }

  #start(entry: Entry, job: FormatJob): void {
    entry.running = true;
    let text = "";
    const decoder = new TextDecoder();
    const running = this.#jobs.start(this.#request(job.expanded, job), (bytes) => {
      text += decoder.decode(bytes, { stream: true });
      const lines = text.split("\n");
      text = lines.pop()!;
      const last = lines.at(-1);
      if (last !== undefined) entry.output = last;
    });
    running.endInput();
    void running.exited.then(() => {
      entry.running = false;
      if (text !== "") entry.output = text;
    });
  }
}
