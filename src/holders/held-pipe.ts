import type { ExitState } from "../core/ports.ts";
import type { HeldJob } from "./held-job.ts";
import { type HeldPane, keyName } from "./held-pane.ts";
import type { OutputStretch } from "./recorded-output.ts";

/** How much of a pane's output a command was given: what its holder has received of it begins at an offset. */
export interface PipePlace {
  /** The process in the pane that offsets belong to. */
  readonly holder: string;
  /** Where the first byte of the command's input stood; negative where earlier processes of the pane printed some of it. */
  readonly base: number;
  /** Where it ends; absent: not yet. */
  readonly until?: number;
}

export interface HeldPipeOptions {
  readonly job: HeldJob;
  readonly pane: HeldPane;
  readonly place: PipePlace;
  /** To be written down. */
  placed(place: PipePlace): void;
}

/**
 * What a pane prints, into the input of a command. The command's holder counts what it has received, and the pane's journal
 * has what was printed, so a new daemon goes on exactly where the old one died: nothing is lost, nothing is given twice.
 * The exception is a pane whose process is replaced in that very moment: the end of what the old one printed may be lost.
 */
export class HeldPipe {
  readonly #job: HeldJob;
  readonly #pane: HeldPane;
  readonly #placed: (place: PipePlace) => void;
  #place: PipePlace;
  /** Offset of what comes next. */
  #next: number;
  #untap: () => void = () => {};
  /** What the pane printed while the past is read. */
  #waiting: OutputStretch[] | undefined;
  #caughtUp: Promise<void> = Promise.resolve();

  constructor({ job, pane, place, placed }: HeldPipeOptions) {
    this.#job = job;
    this.#pane = pane;
    this.#place = place;
    this.#placed = placed;
    this.#next = place.base;
  }

  get exited(): Promise<ExitState> {
    return this.#job.exited;
  }

  /** Everything from now on. */
  begin(): void {
    this.#untap = this.#pane.tap((bytes, offset) => this.#take(bytes, offset));
  }

  /** Everything that the command of a former daemon has not received yet, and so on. */
  goOn(): void {
    this.#waiting = [];
    this.begin();
    this.#job.find();
    this.#caughtUp = this.#catchUp(this.#waiting);
  }

  /** The command reads what was printed until now. Settles when that needs nobody here. */
  async stop(): Promise<void> {
    this.#untap();
    const { until = this.#isCurrent ? this.#pane.outputEnd : this.#next } = this.#place;
    this.#place = { ...this.#place, until };
    this.#placed(this.#place);
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
    this.#placed(this.#place);
  }

  /** What was given before is not given again. */
  #give(bytes: Uint8Array, offset: number): void {
    const { until = Number.POSITIVE_INFINITY } = this.#place;
    const from = Math.max(this.#next, offset);
    const to = Math.min(offset + bytes.length, until);
    if (from >= to) return;
    this.#job.write(bytes.subarray(from - offset, to - offset));
    this.#next = to;
  }
}
