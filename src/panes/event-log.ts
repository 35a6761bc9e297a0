import type { LoggedEvent, NativeRecords } from "./records.ts";

/** Beyond this the oldest events are dropped; a reader that comes later receives a gap. */
const MAX_EVENTS = 4096;

/**
 * Events of a team's contexts, numbered from 1. Each event is recorded before any reader is notified, so a client that
 * reconnects, after its own or the daemon's restart, finds each event once, under the same number.
 */
export class EventLog {
  readonly #team: string;
  readonly #records: NativeRecords;
  readonly #events: LoggedEvent[];
  /** Number of the oldest event still kept. */
  #first: number;
  readonly #readers = new Set<() => void>();

  /** `team` is the team's name in the records. */
  constructor(records: NativeRecords, team: string, kept: readonly LoggedEvent[] = []) {
    this.#records = records;
    this.#team = team;
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
    this.#records.note("event", this.#name(event.params.sequence), event);
    if (this.#events.length > MAX_EVENTS) {
      this.#records.note("event", this.#name(this.#first), undefined);
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
    for (const { params } of this.#events)
      this.#records.note("event", this.#name(params.sequence), undefined);
  }

  #name(sequence: number): string {
    return `${this.#team}/${sequence}`;
  }
}
