import type { HeldJob } from "./held-job.ts";
import { type HeldPane, keyName } from "./held-pane.ts";
import type { OutputStretch } from "./recorded-output.ts";

/** Position of a pipe's command in the pane's output: the input that its holder has received begins at an offset. */
export interface PipePlace {
  /** Key of the pane's process that the offsets belong to. */
  readonly holder: string;
  /** Offset of the first byte of the command's input; negative if earlier processes of the pane printed part of it. */
  readonly base: number;
  /** Offset of the input's end; absent: the pipe is still open. */
  readonly until?: number;
}

export interface HeldPipeOptions {
  readonly job: HeldJob;
  readonly pane: HeldPane;
  readonly place: PipePlace;
  /** Records the position. */
  onPlaced(place: PipePlace): void;
}

/**
 * Writes a pane's output into the input of a command. The command's holder counts what it has received, and the pane's
 * journal has the output, so a new daemon continues exactly where the previous one died: nothing is lost or repeated.
 * The exception is a pane whose process is replaced at that moment: the end of the old process's output may be lost.
 */
export class HeldPipe {
  readonly #job: HeldJob;
  readonly #pane: HeldPane;
  readonly #onPlaced: (place: PipePlace) => void;
  #place: PipePlace;
  /** Offset of the next byte to write. */
  #next: number;
  #untap: () => void = () => {};
  /** Live output that waits while earlier output is read from the journal. */
  #waiting: OutputStretch[] | undefined;
  #caughtUp: Promise<void> = Promise.resolve();

  constructor({ job, pane, place, onPlaced }: HeldPipeOptions) {
    this.#job = job;
    this.#pane = pane;
    this.#place = place;
    this.#onPlaced = onPlaced;
    this.#next = place.base;
  }

  /** Pipes all output from now on. */
  begin(): void {
    this.#untap = this.#pane.tap((bytes, offset) => this.#take(bytes, offset));
  }

  /** Pipes everything that a previous daemon's command has not received yet, then live output. */
  goOn(): void {
    this.#waiting = [];
    this.begin();
    this.#job.find();
    this.#caughtUp = this.#catchUp(this.#waiting);
  }

  /**
   * Ends the command's input after the output printed so far. Resolves when the command no longer needs this daemon.
   */
  async stop(): Promise<void> {
    this.#untap();
    const { until = this.#isCurrent ? this.#pane.outputEnd : this.#next } = this.#place;
    this.#place = { ...this.#place, until };
    this.#onPlaced(this.#place);
    await this.#caughtUp;
    await this.#job.letGo();
  }

  async #catchUp(waiting: readonly OutputStretch[]): Promise<void> {
    const received = await this.#job.received();
    if (received === undefined) return this.#untap();
    this.#next = this.#place.base + received;
    if (this.#isCurrent) {
      for await (const { bytes, offset } of this.#pane.recorded(this.#next)) this.#give(bytes, offset);
    }
    this.#waiting = undefined;
    for (const { bytes, offset } of waiting) this.#take(bytes, offset);
  }

  get #isCurrent(): boolean {
    return keyName(this.#pane.holderKey) === this.#place.holder;
  }

  #take(bytes: Uint8Array, offset: number): void {
    if (this.#waiting) this.#waiting.push({ bytes: Uint8Array.from(bytes), offset });
    else {
      if (!this.#isCurrent) this.#startOver();
      this.#give(bytes, offset);
    }
  }

  /** Another process prints: its offsets count from 0. */
  #startOver(): void {
    this.#place = { holder: keyName(this.#pane.holderKey), base: this.#place.base - this.#next };
    this.#next = 0;
    this.#onPlaced(this.#place);
  }

  /** Skips bytes that the command has already received. */
  #give(bytes: Uint8Array, offset: number): void {
    const { until = Number.POSITIVE_INFINITY } = this.#place;
    const from = Math.max(this.#next, offset);
    const to = Math.min(offset + bytes.length, until);
    if (from >= to) return;
    this.#job.write(bytes.subarray(from - offset, to - offset));
    this.#next = to;
  }
}
