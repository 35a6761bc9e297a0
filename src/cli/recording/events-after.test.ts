import { expect, test } from "vitest";
import { EventsAfter } from "./events-after.ts";
import type { PositionedEvent, RecordedPosition } from "./recorded-position.ts";

const started = (process: string, timeMs: number): PositionedEvent => ({
  kind: "started",
  process,
  timeMs,
  end: { process, offset: 0, timeMs },
});
const output = (process: string, offset: number, text: string, timeMs: number): PositionedEvent => ({
  kind: "output",
  offset,
  bytes: Buffer.from(text),
  timeMs,
  end: { process, offset: offset + text.length, timeMs },
});
const resized = (process: string, offset: number, timeMs: number): PositionedEvent => ({
  ...{ kind: "resize", cols: 80, rows: timeMs, timeMs },
  end: { process, offset, timeMs },
});

const EVENTS = [
  started("a", 1),
  output("a", 0, "abc", 2),
  resized("a", 3, 3),
  output("a", 3, "def", 4),
  resized("a", 6, 5),
  resized("a", 6, 6),
  started("b", 7),
  output("b", 0, "ghi", 8),
];

/** What comes after a position: text of output, and the kind of other events. */
function after(from: RecordedPosition, events: readonly PositionedEvent[]): string[] {
  const starts = events.flatMap((event) => (event.kind === "started" ? event.process : []));
  const filter = new EventsAfter(from, starts);
  return events
    .flatMap((event) => filter.rest(event) ?? [])
    .map((event) => (event.kind === "output" ? `${event.offset} ${Buffer.from(event.bytes)}` : event.kind));
}

test("what follows every event is what follows its position", () => {
  const all = ["started", "0 abc", "resize", "3 def", "resize", "resize", "started", "0 ghi"];
  for (const [index, { end }] of EVENTS.entries()) expect(after(end, EVENTS)).toEqual(all.slice(index + 1));
});

test("a position inside of an event leaves the rest of it", () => {
  expect(after({ process: "b", offset: 1, timeMs: 8 }, EVENTS)).toEqual(["1 hi"]);
});

test("output that a journal no longer has, or does not have yet, is passed over", () => {
  const trimmed = EVENTS.slice(3);
  expect(after({ process: "a", offset: 1, timeMs: 2 }, trimmed)[0]).toBe("3 def");
  expect(after({ process: "a", offset: 4, timeMs: 4 }, trimmed)[0]).toBe("4 ef");
  expect(after({ process: undefined, offset: 4, timeMs: 4 }, trimmed)[0]).toBe("4 ef");
  expect(after({ process: "b", offset: 9, timeMs: 9 }, EVENTS)).toEqual([]);
});
