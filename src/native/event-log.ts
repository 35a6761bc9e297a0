import type { AnyEvent } from "../protocol/events.ts";
import type { NativeRecords } from "./host.ts";

/** The oldest are dropped beyond this; who comes later than that is told of a gap. */
const MAX_EVENTS = 4096;

/** Events that are counted: all but output, which has its offsets, and gaps. */
export type LoggedEvent = Extract<
  AnyEvent,
  { method: "context_exited" | "mullion.context_spawned" | "mullion.context_changed" }
>;

/**
 * What happened to a team's contexts, numbered from 1 on. It is written down before anybody is told, so a client that
 * comes back after whatever happened to it or to the daemon finds each event under the same number, once.
 */
export class EventLog {
  readonly #prefix: string;
  readonly #records: NativeRecords;
  readonly #events: LoggedEvent[];
  /** Of the first event that is still there. */
  #first: number;
  readonly #readers = new Set<() => void>();

  constructor(records: NativeRecords, prefix: string, kept: readonly LoggedEvent[] = []) {
    this.#records = records;
    this.#prefix = prefix;
    this.#events = [...kept].sort((a, b) => a.params.sequence - b.params.sequence);
    this.#first = this.#events[0]?.params.sequence ?? 1;
  }

  /** Number of the newest event; 0 before any. */
  get sequence(): number {
    return this.#first + this.#events.length - 1;
  }

  /** Of the oldest that can still be had. */
  get first(): number {
    return this.#first;
  }

  at(sequence: number): LoggedEvent | undefined {
    return this.#events[sequence - this.#first];
  }

  /** `make` is given the event's number. */
  append(make: (sequence: number) => LoggedEvent): void {
    const event = make(this.sequence + 1);
    this.#events.push(event);
    this.#records.note(this.#key(event.params.sequence), event as never);
    if (this.#events.length > MAX_EVENTS) {
      this.#records.note(this.#key(this.#first), undefined);
      this.#events.shift();
      this.#first += 1;
    }
    this.#records.commit();
    for (const read of [...this.#readers]) read();
  }

  /** Called after each event, when it is written down. */
  onAppended(read: () => void): () => void {
    this.#readers.add(read);
    return () => this.#readers.delete(read);
  }

  /** Nobody will ever ask again. */
  forget(): void {
    for (const { params } of this.#events) this.#records.note(this.#key(params.sequence), undefined);
  }

  #key(sequence: number): string {
    return `${this.#prefix}${sequence}`;
  }
}
