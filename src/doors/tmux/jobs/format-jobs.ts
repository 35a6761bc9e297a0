import type { FormatJob } from "../../../core/format/context.ts";
import type { Client } from "../../../core/tree/tree.ts";
import type { Job, JobRequest, Jobs } from "../context.ts";

interface Entry {
  /** The command as last started, after expansion. */
  expanded: string;
  /** Second of the command's last start or output; it is not started again within that second. */
  second: number;
  running: Job | undefined;
  /** The last complete line, or the text after it; undefined before the first output. */
  output: string | undefined;
}

interface FormatJobsPorts {
  readonly jobs: Jobs;
  request(command: string, job: FormatJob): JobRequest;
  now(): number;
  /** Called when a command's output has changed: the client should redraw. */
  onChanged(client: Client): void;
}

const SIGTERM = 15;
/** Commands whose output is remembered; those that ran longest ago are forgotten first. */
const MAX_ENTRIES = 1000;
/** A longer line is cut at its start. */
const MAX_LINE = 64 * 1024;

/**
 * Commands inside formats, `#(…)`. A format expands at once to the last output; the command itself runs in the
 * background, at most once a second, and the client that shows it is notified of new output.
 */
export class FormatJobs {
  readonly #ports: FormatJobsPorts;
  readonly #entries = new Map<string, Entry>();

  constructor(ports: FormatJobsPorts) {
    this.#ports = ports;
  }

  run(job: FormatJob): string {
    const entry = this.#entryOf(job);
    const second = this.#second();
    if (entry.expanded !== job.expanded) this.#start(entry, job);
    else if (!entry.running) {
      if (entry.second !== second) this.#start(entry, job);
    } else if (second - entry.second > 1) entry.output ??= `<'${job.command}' not ready>`;
    return entry.output ?? "";
  }

  #entryOf({ client, tag, command }: FormatJob): Entry {
    const key = [client?.name ?? "", tag, command].join("\0");
    const known = this.#entries.get(key);
    if (known) return known;
    const entry: Entry = { expanded: "", second: 0, running: undefined, output: undefined };
    this.#entries.set(key, entry);
    if (this.#entries.size > MAX_ENTRIES) this.#forgetOldest();
    return entry;
  }

  #forgetOldest(): void {
    for (const [key, { running, second }] of this.#entries) {
      if (running || second === 0) continue;
      this.#entries.delete(key);
      return;
    }
  }

  #second(): number {
    return Math.floor(this.#ports.now() / 1000);
  }

  /** Starts a command, and ends a running one whose expansion differs. */
  #start(entry: Entry, job: FormatJob): void {
    entry.running?.signal(SIGTERM);
    entry.expanded = job.expanded;
    entry.second = this.#second();
    let rest = "";
    let reported = false;
    const decoder = new TextDecoder();
    const running = this.#ports.jobs.start(this.#ports.request(job.expanded, job), (bytes) => {
      const lines = (rest + decoder.decode(bytes, { stream: true })).split(/[\r\n]+/);
      rest = lines.pop()!.slice(-MAX_LINE);
      const last = lines.at(-1);
      if (last === undefined || entry.running !== running) return;
      reported = true;
      this.#report(entry, job, last);
    });
    entry.running = running;
    running.endInput();
    void running.exited.then(() => {
      if (entry.running !== running) return;
      entry.running = undefined;
      if (rest !== "" || !reported) this.#report(entry, job, rest);
    });
  }

  #report(entry: Entry, { client }: FormatJob, output: string): void {
    entry.second = this.#second();
    const isNew = output !== (entry.output ?? "");
    entry.output = output;
    if (isNew && client) this.#ports.onChanged(client);
  }
}
