import type { RecordingEvent } from "../../cli/context.ts";
import type { JournalRecord, TimedRecord } from "../../holders/journal-record.ts";

type Happened = RecordingEvent extends infer E
  ? E extends RecordingEvent
    ? Omit<E, "timeMs">
    : never
  : never;

type Readers = {
  readonly [K in JournalRecord["kind"]]?: (record: Extract<JournalRecord, { kind: K }>) => Happened;
};

const shown = (text: string) => ({ kind: "shown", text }) as const;

/** Journal records that are not program output become the escape sequences with the same effect. */
const readers: Readers = {
  output: ({ offset, bytes }) => ({ kind: "output", offset, bytes }),
  local: ({ bytes }) => shown(Buffer.from(bytes).toString()),
  resize: ({ cols, rows }) => ({ kind: "resize", cols, rows }),
  "clear-history": () => shown("\x1b[3J"),
  reset: () => shown("\x1bc"),
  reinitialize: () => shown("\x1b[!p\x1b[H\x1b[2J"),
  holder: ({ key }) => ({ kind: "started", process: String(key) }),
};

/** The events that a viewer of the pane would have seen; bookkeeping records are left out. */
export function* recordingEvents(records: Iterable<TimedRecord>): Generator<RecordingEvent> {
  for (const { timeMs, record } of records) {
    const read = readers[record.kind] as ((record: JournalRecord) => Happened) | undefined;
    if (read) yield { timeMs, ...read(record) } as RecordingEvent;
  }
}
