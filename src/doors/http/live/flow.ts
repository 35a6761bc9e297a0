/** A reader whose link is slow is sent no more than these bytes ahead. */
const LEAST_WINDOW = 8 * 1024;
/** Before anything is known about the link. */
const FIRST_WINDOW = 16 * 1024;
/** Longer than the quickest acknowledgement by this: bytes queue on the link, and a key's echo behind them. */
const QUEUED_MS = 300;

interface SentBytes {
  readonly offset: number;
  readonly bytes: number;
  readonly at: number;
}

/**
 * Flow control for one reader: at most one window of bytes is unacknowledged at any time. For a reader that wants it, the
 * window grows while acknowledgements come at once, and shrinks while they take long, so that a slow link is never behind
 * by more than a fraction of a second.
 */
export class Flow {
  readonly #most: number;
  readonly #adapts: boolean;
  #window: number;
  #inFlight: SentBytes[] = [];
  #bytes = 0;
  /** The highest offset that the reader can have received. */
  #furthest: number;
  #quickestMs = Number.POSITIVE_INFINITY;
  /** What was sent before does not speak for the window of now. */
  #shrunkAt = 0;

  constructor({ most, start, adapts }: { most: number; start: number; adapts: boolean }) {
    this.#most = most;
    this.#adapts = adapts;
    this.#window = adapts ? Math.min(most, FIRST_WINDOW) : most;
    this.#furthest = start;
  }

  /** Bytes that may be sent now. */
  get room(): number {
    return Math.max(0, this.#window - this.#bytes);
  }

  /** `offset` is the reader's position after it has received these bytes. */
  sent(offset: number, bytes: number): void {
    this.#inFlight.push({ offset, bytes, at: performance.now() });
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
    const last = done.at(-1);
    if (last && this.#adapts) this.#adapt(last);
    return true;
  }

  /** A screen that is larger than the window says nothing about it. */
  #adapt({ at, bytes }: SentBytes): void {
    if (bytes > this.#window) return;
    const now = performance.now();
    const tookMs = now - at;
    this.#quickestMs = Math.min(this.#quickestMs, tookMs);
    if (tookMs <= this.#quickestMs + QUEUED_MS) this.#window = Math.min(this.#most, this.#window + bytes);
    else if (at >= this.#shrunkAt) {
      this.#window = Math.min(this.#most, Math.max(LEAST_WINDOW, this.#window >> 1));
      this.#shrunkAt = now;
    }
  }
}
