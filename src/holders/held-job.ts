import { randomBytes } from "node:crypto";
import { join } from "node:path";
import type { ExitState, Size, StartedProcess } from "../core/ports.ts";
import { LAUNCH_KIND } from "../wire/holder-wire.ts";
import { type Holding, keyName } from "./held-pane.ts";
import { HeldProcess } from "./held-process.ts";

export interface JobStart {
  /** Searched on the environment's PATH unless it holds a slash; absent: argv[0]. */
  readonly file?: string;
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly environment: ReadonlyMap<string, string>;
}

export interface HeldJobOptions {
  readonly holding: Holding;
  readonly key: bigint;
  /** It lives on when the daemon dies, and is found again under its key; otherwise it is let go then. */
  readonly kept: boolean;
  /** It has a terminal of this size, as a pane has; a daemon that finds it again closes it. */
  readonly size?: Size | undefined;
  /** For a daemon that finds it and has no record of it. */
  readonly description?: string;
  /** What it prints; kept by the holder until this has settled. */
  output(bytes: Buffer): Promise<unknown> | undefined;
}

/** A process that goes on under somebody else's eyes. */
export interface HandedProcess {
  readonly key: bigint;
  readonly started: StartedProcess;
  /** Its output up to there was heard. */
  readonly offset: number;
}

/** Names of the sockets of jobs begin so: nobody looks for them, and they end by themselves. */
export const JOB_PREFIX = "j";

const NO_SIZE = { cols: 0, rows: 0 };

/**
 * A process beside the panes, with one stream for its input and its output, mostly without a terminal. It is held as a pane's is: the
 * daemon starts it by a message to the launcher, since to fork a grown Node process stalls it.
 */
export class HeldJob {
  /** Settles when it has ended and nobody has its output open any more. One that cannot be started ends with 1. */
  readonly exited: Promise<ExitState>;
  readonly #options: HeldJobOptions;
  readonly #process: HeldProcess;
  #heard = 0;
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
      typing: (handed) => holding.settling(handed),
      typedThere: () => {},
      takingBack: () => {},
      unread: () => {},
      describe: () => options.description ?? "",
      closing: () => holding.closing(options.key),
      forgotten: () => holding.forgotten(options.key),
      endSession: (orphans) => holding.endSession(orphans),
      resumeAt: ({ firstOffset }) => firstOffset,
      output: (offset, bytes) => {
        this.#heard = offset + bytes.length;
        const accept = () => process.accept(offset + bytes.length);
        const done = output(bytes);
        if (done) void done.then(accept, accept);
        else accept();
      },
      exited(exit) {
        settle(exit);
        process.forget();
      },
    });
    this.#process = process;
  }

  /** 0 before it runs. */
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

  /** One that a former daemon started. */
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

  /** Of one that has a terminal. */
  resize(size: Size): void {
    this.#process.resize(size);
  }

  /** Its terminal is hung up. */
  close(): void {
    this.#process.close();
  }

  /** Of one that has a terminal: nothing is heard of it here any more, but whoever takes it may. */
  handOver(): HandedProcess {
    const { key, pid, tty } = this.#process;
    this.#process.leave();
    return { key, started: { pid, tty }, offset: this.#heard };
  }

  /** It reads what it was given to the end, and nobody hears of it any more. Settles when that needs nobody here. */
  async letGo(): Promise<void> {
    await this.#process.started.catch(() => {});
    await this.#process.endInput();
    this.#process.forget();
  }

  /** Bytes of input that its holder has received; undefined where it ended. */
  async received(): Promise<number | undefined> {
    return (await this.#process.query())?.inputBytes;
  }

  /** Room for the frames of one long write before the next. */
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
