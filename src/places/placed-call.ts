import { constants } from "node:os";
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
import { jobReached, jobRunning } from "./await-job.ts";
import type { Engine } from "./engine.ts";
import type { PlacedJobs } from "./placed-jobs.ts";

export interface PlacedCallOptions {
  readonly hello: Hello;
  readonly client: RelayedClient;
  readonly jobs: PlacedJobs;
  readonly engine: Engine;
  /** For the engine, as the caller wrote them. */
  readonly options: string;
  /** The call as the job's daemon runs it. */
  readonly argv: readonly string[];
  /** What the job printed, with its pane as a target on this machine. */
  readonly names: ((line: string, host: string) => string) | undefined;
  /** Path of `mullion` here. */
  readonly program: string;
  link(name: string): HostLink;
}

const RUN_MS = 60_000;
/** The number of this system: the client sends its own. */
const { SIGCONT } = constants.signals;

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
  readonly #done: Promise<void>;

  constructor(options: PlacedCallOptions) {
    this.#options = options;
    this.#environment = environmentOf(options.hello);
    this.#done = this.#run().catch((error: Error) => this.#fail(error.message));
  }

  take(frame: Frame): void {
    const signal = frame.payload[0] ?? 0;
    if (frame.type !== CLIENT_TO_DAEMON.CLIENT_SIGNAL || signal === SIGCONT || this.#ended) return;
    const cancelled = this.#name === undefined ? "" : `mullion: ${this.#name} is cancelled\n`;
    this.#finish(128 + signal, encodeStderr(Buffer.from(cancelled)));
    void this.#abandon();
  }

  gone(): void {
    if (this.#ended) return;
    this.#ended = true;
    void this.#abandon();
  }

  /** Nobody waits for the job any more. A submission that is under way ends first: it cancels its own job. */
  async dismiss(sentence: string): Promise<void> {
    if (this.#ended) return;
    const name = this.#name;
    this.#fail(name === undefined ? sentence : `${sentence}; ${name} is cancelled`);
    await (name === undefined ? this.#done : this.#abandon());
  }

  async #run(): Promise<void> {
    const { engine, hello, jobs, options, program } = this.#options;
    const request = hello.requestId.toString(16);
    const order = { options: splitWords(options), environment: this.#environment, cwd: hello.cwd, program };
    this.#name = await jobs.place({ ...order, engine, request });
    // The caller may have left meanwhile, when there was no job to cancel.
    if (this.#ended) await this.#abandon();
    else await this.#runThere(this.#name);
  }

  async #runThere(name: string): Promise<void> {
    const { hello, argv, jobs, names } = this.#options;
    const { signal } = this.#gone;
    const onProgress = (text: string) => this.#say(text);
    const awaited = { jobs, name, environment: this.#environment, signal, onProgress };
    await jobRunning(awaited);
    const link = this.#options.link(name);
    await jobReached(awaited, link);
    const question = { argv, environment: this.#environment, requestId: hello.requestId, timeoutMs: RUN_MS };
    const answer = await askHost(link, question);
    if (answer.kind === "failed") throw new Error(answer.sentence);
    const { status, stdout, stderr } = answer;
    this.#finish(
      status,
      encodeStderr(Buffer.from(stderr)),
      encodeStdout(Buffer.from(names && status === 0 ? `${names(stdout.trimEnd(), name)}\n` : stdout)),
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

  async #abandon(): Promise<void> {
    this.#gone.abort();
    if (this.#name === undefined) return;
    await this.#options.jobs.cancel(this.#name, this.#environment).catch(() => {});
  }
}
