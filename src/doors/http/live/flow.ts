/** Flow control for one reader: at most one window of bytes is unacknowledged at any time. */
export class Flow {
  readonly #window: number;
  #inFlight: { readonly offset: number; readonly bytes: number }[] = [];
  #bytes = 0;
  /** The highest offset that the reader can have received. */
  #furthest: number;

  constructor(window: number, start: number) {
    this.#window = window;
    this.#furthest = start;
  }

  /** Bytes that may be sent now. */
  get room(): number {
    return Math.max(0, this.#window - this.#bytes);
  }

  /** `offset` is the reader's position after it has received these bytes. */
  sent(offset: number, bytes: number): void {
    this.#inFlight.push({ offset, bytes });
    this.#bytes += bytes;
    this.#furthest = offset;
  }

  /** Offsets restart at 0: unacknowledged bytes no longer count. */
  restart(): void {
    this.#inFlight = [];
    this.#bytes = 0;
    this.#furthest = 0;
  }

  /** Returns false for an offset that the reader cannot have received yet. */
  acknowledge(offset: number): boolean {
    if (offset > this.#furthest) return false;
    const taken = this.#inFlight.findIndex((sent) => sent.offset > offset);
    const done = this.#inFlight.splice(0, taken < 0 ? this.#inFlight.length : taken);
    for (const { bytes } of done) this.#bytes -= bytes;
    return true;
  }
}
