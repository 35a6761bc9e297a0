import type { AnyEvent } from "../protocol/events.ts";
import type { NativeRecords } from "./host.ts";

/** Beyond this the oldest events are dropped; a reader that comes later receives a gap. */
const MAX_EVENTS = 4096;

/** Numbered events: all except output, which has offsets, and gaps. */
export type LoggedEvent = Extract<
  AnyEvent,
  { method: "context_exited" | "mullion.context_spawned" | "mullion.context_changed" }
>;

/**
 * Events of a team's contexts, numbered from 1. Each event is recorded before any reader is notified, so a client that
 * reconnects, after its own or the daemon's restart, finds each event once, under the same number.
 */
export class EventLog {
  readonly #prefix: string;
  readonly #records: NativeRecords;
  readonly #events: LoggedEvent[];
  /** Number of the oldest event still kept. */
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

  /** Number of the oldest event that is still available. */
  get first(): number {
    return this.#first;
  }

  at(sequence: number): LoggedEvent | undefined {
    return this.#events[sequence - this.#first];
  }

  /** `make` receives the event's number. */
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

  /** Called after each event, once it is recorded. */
  onAppended(read: () => void): () => void {
    this.#readers.add(read);
    return () => this.#readers.delete(read);
  }

  /** Removes the log when its team is forgotten. */
  forget(): void {
    for (const { params } of this.#events) this.#records.note(this.#key(params.sequence), undefined);
  }

  #key(sequence: number): string {
    return `${this.#prefix}${sequence}`;
  }
}
