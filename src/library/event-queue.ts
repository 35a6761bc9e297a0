import type { InPane, SubstrateEvent } from "./substrate.ts";

/** What an event costs beside its data, roughly, in bytes. */
const OVERHEAD_BYTES = 256;

/**
 * Events for one reader, in their order. Output that would make more wait than the bound is left out, and a gap says how
 * much; other events are few, and always wait.
 */
export class EventQueue {
  readonly #maxBytes: number;
  readonly #queue: SubstrateEvent[] = [];
  readonly #readers: ((result: IteratorResult<SubstrateEvent>) => void)[] = [];
  readonly #missed = new Map<string, InPane & { missedBytes: number }>();
  #bytes = 0;
  #ended = false;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  push(event: SubstrateEvent): void {
    if (this.#ended) return;
    if (event.type !== "output") {
      if ("paneId" in event) this.#tellGap(event.paneId);
      this.#put(event);
    } else if (this.#missed.has(event.paneId) || this.#bytes + event.data.length > this.#maxBytes)
      this.#leaveOut(event);
    else this.#put(event);
  }

  next(): Promise<IteratorResult<SubstrateEvent>> {
    return new Promise((resolve) => {
      this.#readers.push(resolve);
      this.#serve();
    });
  }

  /** What waits is forgotten; readers are told. */
  end(): void {
    this.#ended = true;
    this.#queue.length = 0;
    this.#missed.clear();
    this.#serve();
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
      const read = this.#readers.shift()!;
      if (!event) {
        read({ done: true, value: undefined });
        continue;
      }
      this.#bytes -= costOf(event);
      if (this.#bytes < this.#maxBytes / 2)
        for (const paneId of [...this.#missed.keys()]) this.#tellGap(paneId);
      read({ done: false, value: event });
    }
  }
}

function costOf(event: SubstrateEvent): number {
  return OVERHEAD_BYTES + (event.type === "output" ? event.data.length : 0);
}
