import { AsyncResource } from "node:async_hooks";
import { answerDeadline } from "../../wire/answer-deadline.ts";

/**
 * Calls `onLate` for each item that is not deleted within `delayMs`. All items share one timer: nearly all are deleted
 * within a millisecond, and timers of their own would be a notable part of what a call costs.
 */
export class Overdue<T> {
  readonly delayMs: number;
  /** When each item was added, the oldest first. */
  readonly #addedMs = new Map<T, number>();
  readonly #sweep: () => void;
  #isTimed = false;

  constructor(delayMs: number, onLate: (item: T) => void) {
    this.delayMs = delayMs;
    // Bound to the context of the constructor: a timer that one request starts also serves the items of others.
    this.#sweep = AsyncResource.bind(() => this.#callLate(onLate));
  }

  /** The items that were neither deleted nor late, the oldest first. */
  get items(): readonly T[] {
    return [...this.#addedMs.keys()];
  }

  /** An item that is here already keeps its time. */
  add(item: T): void {
    if (!this.#addedMs.has(item)) this.#addedMs.set(item, performance.now());
    if (!this.#isTimed) this.#sweepIn(this.delayMs);
  }

  delete(item: T): void {
    this.#addedMs.delete(item);
  }

  #sweepIn(delayMs: number): void {
    this.#isTimed = true;
    answerDeadline(delayMs, this.#sweep, Math.min(this.delayMs / 10, delayMs));
  }

  #callLate(onLate: (item: T) => void): void {
    this.#isTimed = false;
    for (const [item, addedMs] of this.#addedMs) {
      const leftMs = addedMs + this.delayMs - performance.now();
      if (leftMs > 0) {
        if (!this.#isTimed) this.#sweepIn(leftMs);
        return;
      }
      this.#addedMs.delete(item);
      onLate(item);
    }
  }
}

/** Resolves when the promise settles or is overdue. Never rejects. */
export function settledOrOverdue(settling: Promise<unknown>, overdue: Overdue<() => void>): Promise<void> {
  return new Promise((resolve) => {
    const settled = () => {
      overdue.delete(settled);
      resolve();
    };
    overdue.add(settled);
    settling.then(settled, settled);
  });
}
