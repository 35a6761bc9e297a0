import type { InPane, SubstrateEvent } from "./substrate.ts";

/** Approximate cost of an event beside its data, in bytes. */
const OVERHEAD_BYTES = 256;

/**
 * Events for one reader, in order. Output beyond the bound is dropped, and a gap reports how much; other events are few
 * and always wait.
 */
export class EventQueue {
  readonly #maxBytes: number;
  readonly #queue: SubstrateEvent[] = [];
  readonly #readers: Reader[] = [];
  readonly #missed = new Map<string, InPane & { missedBytes: number }>();
  #bytes = 0;
  #ended = false;
  #error: Error | undefined;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  push(event: SubstrateEvent): void {
    if (this.#ended) return;
    if (event.type !== "output") {
      if ("paneId" in event) this.#tellGap(event.paneId);
      this.#put(event);
    } else if (this.#missed.has(event.paneId) || this.#isFull(event.data.length)) this.#leaveOut(event);
    else this.#put(event);
  }

  next(): Promise<IteratorResult<SubstrateEvent>> {
    return new Promise((resolve, reject) => {
      this.#readers.push({ resolve, reject });
      this.#serve();
    });
  }

  /** Discards waiting events; a waiting reader is notified, with the error if given. */
  end(error?: Error): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#error = error;
    this.#queue.length = 0;
    this.#missed.clear();
    this.#serve();
  }

  /** An empty queue takes any output: a reader would wait for ever for one that exceeds the bound. */
  #isFull(bytes: number): boolean {
    return this.#queue.length > 0 && this.#bytes + bytes > this.#maxBytes;
  }

  #put(event: SubstrateEvent): void {
    this.#queue.push(event);
    this.#bytes += costOf(event);
    this.#serve();
  }

  #leaveOut({ paneId, session, data }: Extract<SubstrateEvent, { type: "output" }>): void {
    const missedBytes = (this.#missed.get(paneId)?.missedBytes ?? 0) + data.length;
    this.#missed.set(paneId, { paneId, session, missedBytes });
  }

  #tellGap(paneId: string): void {
    const gap = this.#missed.get(paneId);
    this.#missed.delete(paneId);
    if (gap) this.#put({ ...gap, type: "gap" });
  }

  #serve(): void {
    while (this.#readers.length > 0 && (this.#queue.length > 0 || this.#ended)) {
      const event = this.#queue.shift();
      const reader = this.#readers.shift()!;
      if (event) this.#hand(event, reader);
      else if (this.#error) reader.reject(this.#error);
      else reader.resolve({ done: true, value: undefined });
      this.#error = undefined;
    }
  }

  #hand(event: SubstrateEvent, { resolve }: Reader): void {
    this.#bytes -= costOf(event);
    if (this.#queue.length === 0 || this.#bytes < this.#maxBytes / 2)
      for (const paneId of [...this.#missed.keys()]) this.#tellGap(paneId);
    resolve({ done: false, value: event });
  }
}

interface Reader {
  resolve(result: IteratorResult<SubstrateEvent>): void;
  reject(error: Error): void;
}

function costOf(event: SubstrateEvent): number {
  return OVERHEAD_BYTES + (event.type === "output" ? event.data.length : 0);
}
