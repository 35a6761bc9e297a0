import { randomBytes } from "node:crypto";
import { join } from "node:path";
import type { ExitState, Size } from "../core/ports.ts";
import { LAUNCH_KIND } from "../wire/holder-wire.ts";
import { type Holding, keyName } from "./held-pane.ts";
import { type HandedProcess, HeldProcess } from "./held-process.ts";

export interface JobStart {
  /** The program, searched on the environment's PATH unless it contains a slash; absent: argv[0]. */
  readonly file?: string;
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly environment: ReadonlyMap<string, string>;
}

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
export class HeldJob {
  /**
   * Resolves when the job has ended and every writer has closed its output. A job that cannot be started ends with
   * status 1.
   */
  readonly exited: Promise<ExitState>;
  readonly #options: HeldJobOptions;
  readonly #process: HeldProcess;
  #receivedOffset = 0;
  #nextInputId = randomBytes(8).readBigUInt64LE();

  constructor(options: HeldJobOptions) {
    const { holding, output } = options;
    this.#options = options;
    let settle!: (exit: ExitState) => void;
    this.exited = new Promise((resolve) => {
      settle = resolve;
    });
    const process: HeldProcess = new HeldProcess({
      holders: holding.holders,
      descriptors: holding.descriptors,
      key: options.key,
      socketPath: this.#socketPath,
      size: options.size ?? NO_SIZE,
      dropsUnread: options.size !== undefined,
      nextInputId: () => this.#inputId(),
      lending: holding.lending,
      onTyped: () => {},
      settling: (settled) => holding.typedBeside(settled),
      describe: () => options.description ?? "",
      closing: () => holding.closing(options.key),
      forgotten: () => holding.forgotten(options.key),
      endSession: (orphans) => holding.endSession(orphans),
      resumeAt: ({ firstOffset }) => firstOffset,
      output: (offset, bytes) => {
        this.#receivedOffset = offset + bytes.length;
        const accept = () => process.accept(offset + bytes.length);
        const done = output(bytes);
        if (done) void done.then(accept, accept);
        else accept();
      },
      onExited(exit) {
        settle(exit);
        process.forget();
      },
    });
    this.#process = process;
  }

  /** 0 before the job runs. */
  get pid(): number {
    return this.#process.pid;
  }

  start({ environment, ...program }: JobStart): void {
    const { holding, key, size } = this.#options;
    const launch = () =>
      holding.launchJob({
        ...program,
        key,
        socketPath: this.#socketPath,
        environment: [...environment].map(([name, value]) => `${name}=${value}`),
        size: size ?? NO_SIZE,
        kind: this.#kind,
        description: this.#options.description ?? "",
      });
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

  /** Leaves room between ids for the frames of one long write. */
  #inputId(): bigint {
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
