import { setTimeout as pause } from "node:timers/promises";
import { legible } from "../core/text/legible.ts";
import { splitWords } from "../core/text/shell-words.ts";
import { askHost } from "../hosts/ask-host.ts";
import type { HostLink } from "../hosts/host-link.ts";
import type { CallRelay, RelayedClient } from "../hosts/relayed-call.ts";
import {
  CLIENT_TO_DAEMON,
  encodeExit,
  encodeStderr,
  encodeStdout,
  environmentOf,
  type Hello,
} from "../wire/client-wire.ts";
import type { Frame } from "../wire/frames.ts";
import type { Engine } from "./engine.ts";
import { describeJob, type PlacedJob, type PlacedJobs } from "./placed-jobs.ts";

export interface PlacedCallOptions {
  readonly hello: Hello;
  readonly client: RelayedClient;
  readonly jobs: PlacedJobs;
  readonly engine: Engine;
  /** For the engine, as the caller wrote them. */
  readonly options: string;
  /** The call as the job's daemon runs it. */
  readonly argv: readonly string[];
  /** Path of `mullion` here. */
  readonly program: string;
  link(name: string): HostLink;
}

/** Between two looks at a job that waits. A long queue is not asked more often than its admins like. */
const FIRST_LOOK_MS = 500;
const LONGEST_LOOK_MS = 10_000;
/** The job's daemon starts in a second or two; a node may be slow. */
const REACH_MS = 120_000;
const RUN_MS = 60_000;
const SIGCONT = 18;

/**
 * `run --on slurm`: places a job, waits until it runs, and runs the program there. The caller sees what it waits for. A
 * caller that leaves or interrupts before the program runs cancels the job, so that no allocation stays without an owner.
 * If this daemon dies, the caller repeats its request, and the next daemon continues with the same job.
 */
export class PlacedCall implements CallRelay {
  readonly #options: PlacedCallOptions;
  readonly #gone = new AbortController();
  readonly #environment: ReadonlyMap<string, string>;
  #name: string | undefined;
  #said = "";
  #ended = false;

  constructor(options: PlacedCallOptions) {
    this.#options = options;
    this.#environment = environmentOf(options.hello);
    this.#run().catch((error: Error) => this.#fail(error.message));
  }

  take(frame: Frame): void {
    const signal = frame.payload[0] ?? 0;
    if (frame.type !== CLIENT_TO_DAEMON.CLIENT_SIGNAL || signal === SIGCONT || this.#ended) return;
    const cancelled = this.#name === undefined ? "" : `mullion: ${this.#name} is cancelled\n`;
    this.#finish(128 + signal, encodeStderr(Buffer.from(cancelled)));
    this.#abandon();
  }

  gone(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#abandon();
  }

  async #run(): Promise<void> {
    const { engine, hello, jobs, options, program } = this.#options;
    const request = hello.requestId.toString(16);
    const order = { options: splitWords(options), environment: this.#environment, cwd: hello.cwd, program };
    this.#name = await jobs.place({ ...order, engine, request });
    // The caller may have left meanwhile, when there was no job to cancel.
    if (this.#ended) this.#abandon();
    else await this.#runThere(await this.#running(this.#name));
  }

  /** Resolves when the job runs. Throws a sentence if it ended before. */
  async #running(name: string): Promise<PlacedJob> {
    for (let pauseMs = FIRST_LOOK_MS; ; pauseMs = Math.min(pauseMs * 1.3, LONGEST_LOOK_MS)) {
      const { jobs } = this.#options;
      await jobs.refresh(this.#environment).catch((error: Error) => this.#say(`waiting: ${error.message}`));
      this.#gone.signal.throwIfAborted();
      const job = jobs.named(name);
      if (job.state.kind === "ended") throw new Error(describeJob(job));
      this.#say(progressText(job));
      if (job.state.kind === "running") return job;
      await pause(pauseMs, undefined, { signal: this.#gone.signal });
    }
  }

  async #runThere({ name }: PlacedJob): Promise<void> {
    const { hello, argv, jobs } = this.#options;
    const link = this.#options.link(name);
    const signal = AbortSignal.any([this.#gone.signal, AbortSignal.timeout(REACH_MS)]);
    const isOver = async () => {
      await jobs.onLinkLost(name);
      const job = jobs.named(name);
      if (job.state.kind !== "running") throw new Error(describeJob(job));
    };
    const session = link.reach({ environment: this.#environment, wait: true, signal });
    await session.catch(isOver);
    const question = { argv, environment: this.#environment, requestId: hello.requestId, timeoutMs: RUN_MS };
    const answer = await askHost(link, question);
    if (answer.kind === "failed") throw new Error(answer.sentence);
    const { status, stdout, stderr } = answer;
    this.#finish(
      status,
      encodeStderr(Buffer.from(stderr)),
      encodeStdout(Buffer.from(status === 0 ? withPlace(stdout, name) : stdout)),
    );
  }

  /** Reports to the caller what it waits for, once for each change. */
  #say(text: string): void {
    if (text === this.#said || this.#ended) return;
    this.#said = text;
    this.#options.client.send(encodeStderr(Buffer.from(`${legible(text)}\n`)));
  }

  #fail(sentence: string): void {
    this.#finish(1, encodeStderr(Buffer.from(`mullion: ${legible(sentence)}\n`)));
  }

  #finish(status: number, ...frames: Buffer[]): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#options.client.send(...frames, encodeExit(status));
    this.#options.client.end();
  }

  #abandon(): void {
    this.#gone.abort();
    if (this.#name !== undefined) this.#options.jobs.cancel(this.#name, this.#environment).catch(() => {});
  }
}

function progressText(job: PlacedJob): string {
  const { name, state } = job;
  if (state.kind !== "running") return describeJob(job);
  const minutes = state.endsAt === undefined ? undefined : Math.round((state.endsAt - Date.now()) / 60_000);
  return `${name} runs on ${state.node}${minutes === undefined ? "" : `, ${minutes} min left`}`;
}

/** The pane's id as a target on the new host. */
function withPlace(stdout: string, name: string): string {
  if (!stdout.startsWith("{")) return `${name}/${stdout}`;
  return `${JSON.stringify({ host: name, ...(JSON.parse(stdout) as object) })}\n`;
}
