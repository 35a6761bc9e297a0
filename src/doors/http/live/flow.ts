/** What a reader was sent and has not yet said that it has: no more than the window is on its way at any time. */
export class Flow {
  readonly #window: number;
  #inFlight: { readonly offset: number; readonly bytes: number }[] = [];
  #bytes = 0;
  /** The furthest that the reader can have got. */
  #furthest: number;

  constructor(window: number, start: number) {
    this.#window = window;
    this.#furthest = start;
  }

  /** Bytes that may be sent now. */
  get room(): number {
    return Math.max(0, this.#window - this.#bytes);
  }

  /** `offset` is where the reader stands when it has taken this. */
  sent(offset: number, bytes: number): void {
    this.#inFlight.push({ offset, bytes });
    this.#bytes += bytes;
    this.#furthest = offset;
  }

  /** Offsets begin anew: what is on its way counts no longer. */
  restart(): void {
    this.#inFlight = [];
    this.#bytes = 0;
    this.#furthest = 0;
  }

  /** Says whether the reader can have got so far. */
  acknowledge(offset: number): boolean {
    if (offset > this.#furthest) return false;
    const taken = this.#inFlight.findIndex((sent) => sent.offset > offset);
    const done = this.#inFlight.splice(0, taken < 0 ? this.#inFlight.length : taken);
    for (const { bytes } of done) this.#bytes -= bytes;
    return true;
  }
}
