import { type EventMap, type EventName, Events } from "../events.ts";

/**
 * Brackets operations on a server: events are queued until the outermost operation has finished, so that listeners see
 * a consistent tree, and are then emitted in order. A listener may call further operations, whose events follow.
 */
export class OperationQueue {
  readonly events = new Events();
  readonly #settle: () => void;
  readonly #queue: (() => void)[] = [];
  #depth = 0;
  #emitting = false;

  /** `settle` does the work that is postponed to the end of an operation: alerts, sizes. */
  constructor(settle: () => void) {
    this.#settle = settle;
  }

  /**
   * A function is called when the event is emitted, so that it reports the final state after several changes in one
   * operation.
   */
  emit<N extends EventName>(name: N, event: EventMap[N] | (() => EventMap[N])): void {
    this.#queue.push(() => this.events.emit(name, typeof event === "function" ? event() : event));
  }

  run<T>(operation: () => T): T {
    this.#depth++;
    try {
      return operation();
    } finally {
      if (this.#depth === 1) this.#settle();
      if (--this.#depth === 0) this.#emitAll();
    }
  }

  #emitAll(): void {
    if (this.#emitting) return;
    this.#emitting = true;
    try {
      for (let emit = this.#queue.shift(); emit; emit = this.#queue.shift()) emit();
    } finally {
      this.#emitting = false;
    }
  }
}
