import type { PositionedEvent, RecordedPosition } from "./recorded-position.ts";

/** Picks the events after a position out of all events of a pane. */
export class EventsAfter {
  readonly #from: RecordedPosition;
  /** The events are those of the position's process. */
  #isInside: boolean;
  #isPassed = false;

  /** `processes`: those whose starts are among the events. The first events are of a process whose start is not. */
  constructor(from: RecordedPosition, processes: readonly string[]) {
    this.#from = from;
    this.#isInside = from.process === undefined || !processes.includes(from.process);
  }

  /** Whether an event after the position has come. */
  get isPassed(): boolean {
    return this.#isPassed;
  }

  /** The part of the event after the position; undefined if there is none. */
  rest(event: PositionedEvent): PositionedEvent | undefined {
    if (this.#isPassed) return event;
    const wasInside = this.#isInside;
    if (event.kind === "started") this.#isInside ||= event.process === this.#from.process;
    if (!wasInside || !this.#isAfter(event)) return undefined;
    this.#isPassed = true;
    return event.kind === "output" ? cut(event, this.#from.offset) : event;
  }

  #isAfter({ kind, timeMs, end }: PositionedEvent): boolean {
    if (kind === "started") return true; // Another process than the position's.
    if (kind === "output") return end.offset > this.#from.offset;
    return end.offset >= this.#from.offset && timeMs > this.#from.timeMs;
  }
}

function cut(event: Extract<PositionedEvent, { kind: "output" }>, from: number): PositionedEvent {
  const known = Math.max(0, from - event.offset);
  return { ...event, offset: event.offset + known, bytes: event.bytes.subarray(known) };
}
