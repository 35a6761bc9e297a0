import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { deferred } from "../core/deferred.ts";
import type { MuxError } from "../core/errors.ts";
import type { ExitState, ProgramStart, Size } from "../core/ports.ts";
import { LAUNCH_KIND, LAUNCH_STAGE, type Welcome } from "../wire/holder-wire.ts";
import { keyName } from "./held-pane.ts";
import { type HandedProcess, HeldProcess, type HeldSubject, type ProcessReader } from "./held-process.ts";
import type { Holding, InputRecord } from "./holding.ts";

export interface HeldJobOptions {
  readonly holding: Holding;
  readonly key: bigint;
  /** The job survives the daemon and is found again under its key; otherwise it is released when the daemon dies. */
  readonly kept: boolean;
  /** The job has a terminal of this size, as a pane has; a daemon that finds such a job again closes it. */
  readonly size?: Size | undefined;
  /** Description for a daemon that finds the job and has no record of it. */
  readonly description?: string;
  /** Receives the job's output; the holder keeps the bytes until the promise settles. */
  output(bytes: Buffer): Promise<unknown> | undefined;
}

/** Prefix of job socket names: no daemon searches for these sockets, and jobs end by themselves. */
export const JOB_PREFIX = "j";

const NO_SIZE = { cols: 0, rows: 0 };

/**
 * A process beside the panes, with one stream for its input and output, usually without a terminal. A holder holds it
 * like a pane's process: the daemon starts it by a message to the launcher, because forking a large Node process stalls
 * the daemon.
 */
export class HeldJob implements InputRecord, HeldSubject, ProcessReader {
  readonly #options: HeldJobOptions;
  readonly #process: HeldProcess;
  readonly #exit = deferred<ExitState>();
  /**
   * Resolves when the job has ended and every writer has closed its output. A job that cannot be started ends with
   * status 1.
   */
  readonly exited = this.#exit.promise;
  /** Why no process could be made for the job, once it has exited. Undefined also for a program that cannot be run. */
  failure: string | undefined;
  #receivedOffset = 0;
  #nextInputId = randomBytes(8).readBigUInt64LE();

  constructor(options: HeldJobOptions) {
    const { holding, key, size } = options;
    this.#options = options;
    this.#process = new HeldProcess({
      holding,
      key,
      socketPath: this.#socketPath,
      size: size ?? NO_SIZE,
      dropsUnread: size !== undefined,
      inputs: this,
      subject: this,
      reader: this,
    });
    this.#process.started.catch((error: MuxError) => {
      const stage = (error.cause as { readonly stage?: number } | undefined)?.stage;
      if (stage !== undefined && stage <= LAUNCH_STAGE.STAGE_FORK) this.failure = error.message;
    });
  }

  /** 0 before the job runs. */
  get pid(): number {
    return this.#process.pid;
  }

  start(program: ProgramStart): void {
    const { starter } = this.#options.holding;
    const launch = () => starter.launchJob({ ...this.#process.launchRequest(program), kind: this.#kind });
    void Promise.resolve().then(() => this.#process.launch(launch));
  }

  /** Reconnects to a job that a previous daemon started. */
  find(): void {
    this.#process.find(undefined);
  }

  write(bytes: Uint8Array): void {
    void this.#process.write(bytes).catch(() => {});
  }

  endInput(): void {
    void this.#process.endInput();
  }

  signal(signal: number): void {
    this.#process.signal(signal);
  }

  /** Only for a job with a terminal. */
  resize(size: Size): void {
    this.#process.resize(size);
  }

  /** Hangs up the job's terminal. */
  close(): void {
    this.#process.close();
  }

  /** Hands a job with a terminal over to another owner; this object receives nothing more from it. */
  handOver(): HandedProcess {
    const { key, pid, tty } = this.#process;
    this.#process.leave();
    return { key, started: { pid, tty }, offset: this.#receivedOffset };
  }

  /** Ends the job's input and stops receiving its output. Resolves when the job no longer needs this daemon. */
  async letGo(): Promise<void> {
    await this.#process.started.catch(() => {});
    await this.#process.endInput();
    this.#process.forget();
  }

  /** Input bytes that the job's holder has received; undefined if the job has ended. */
  async received(): Promise<number | undefined> {
    return (await this.#process.query())?.inputBytes;
  }

  describe(): string {
    return this.#options.description ?? "";
  }

  onTyped(): void {}

  noteSettling(settled: Promise<void>): void {
    this.#options.holding.request.noteTypedBeside(settled);
  }

  resumeAt({ firstOffset }: Welcome): number {
    return firstOffset;
  }

  onOutput(process: HeldProcess, offset: number, bytes: Buffer): void {
    this.#receivedOffset = offset + bytes.length;
    const accept = () => process.accept(offset + bytes.length);
    const done = this.#options.output(bytes);
    if (done) void done.then(accept, accept);
    else accept();
  }

  onExit(process: HeldProcess, exit: ExitState): void {
    this.#exit.resolve(exit);
    process.forget();
  }

  /** Leaves room between ids for the frames of one long write. */
  nextInputId(): bigint {
    this.#nextInputId = BigInt.asUintN(64, this.#nextInputId + (1n << 20n));
    return this.#nextInputId;
  }

  get #kind(): number {
    const { kept, size } = this.#options;
    if (size) return LAUNCH_KIND.KIND_PANE;
    return kept ? LAUNCH_KIND.KIND_PIPE : LAUNCH_KIND.KIND_JOB;
  }

  get #socketPath(): string {
    const { holding, key, kept, size } = this.#options;
    return join(holding.socketDirectory, `${kept || size ? "" : JOB_PREFIX}${keyName(key)}`);
  }
}
