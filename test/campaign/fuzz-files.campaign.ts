import { readCastLines } from "../../src/cli/recording/read-cast.ts";
import { MuxError } from "../../src/core/errors.ts";
import { decodeLines, encodeLine, type RecordEntry } from "../../src/daemon/records/record-lines.ts";
import type { JournalFiles } from "../../src/holders/journal-files.ts";
import { encodeRecord, type JournalRecord } from "../../src/holders/journal-record.ts";
import { recordedOutput } from "../../src/holders/recorded-output.ts";
import { type OutputLoss, recoverJournal } from "../../src/holders/recovered-journal.ts";
import { encodeSnapshot } from "../../src/holders/snapshot.ts";
import { damages } from "../fixtures/damages.ts";
import { attack, type Tally } from "./attack.ts";
import { once, ROUNDS, shown } from "./fuzz.ts";
import { damaged } from "./mutate.ts";
import { Random } from "./random.ts";

/** Files: recordings, records and journals. */

const cast = [
  '{"version":3,"term":{"cols":80,"rows":24},"timestamp":1700000000}',
  '[0.1,"o","hello\\r\\n"]',
  '[0.2,"r","100x30"]',
  '[1.5,"m","mark"]',
  '[0.1,"x","0"]',
].join("\n");

attack("fuzz: recordings", ROUNDS, async (tally, rounds) => {
  const random = new Random("casts");
  for (let round = 0; round < rounds; round++) {
    const text = damaged(random, Buffer.from(cast)).toString();
    tally.rounds += 1;
    try {
      const { scenes } = await readCastLines(linesIn(text), "a.cast");
      for await (const scene of scenes)
        if (!(scene.afterMs >= 0)) tally.found("wrong", `a pause of ${scene.afterMs}: ${shown(text)}`);
    } catch (error) {
      if (error instanceof MuxError) tally.refused += 1;
      else tally.found("crashed", `${error} on ${shown(text)}`);
    }
  }
});

async function* linesIn(text: string): AsyncGenerator<string> {
  yield* text.split("\n");
}

const entries: readonly RecordEntry[] = [
  ["server/a", { socketPath: "/tmp/s" }],
  ["a/window/@1", { name: "é", panes: ["%1", "%2"] }],
  ["holder/a/%1", { key: "00ff", started: { pid: 7, tty: "/dev/pts/1" } }],
  ["request/1"],
];
const records = Buffer.from(entries.map((entry) => encodeLine([entry])).join(""));
const known = new Set(entries.map((entry) => JSON.stringify(entry)));

/** Every entry read was written; every unread entry is reported as damaged. */
function judgeRecords(tally: Tally, bytes: Buffer): number {
  const read = decodeLines(bytes);
  for (const entry of read.entries)
    if (!known.has(JSON.stringify(entry))) tally.found("wrong", `${JSON.stringify(entry)} was never written`);
  tally.refused += read.damaged.length;
  return read.entries.length;
}

attack("fuzz: records", ROUNDS, (tally, rounds) => {
  const random = new Random("records");
  for (let round = 0; round < rounds; round++) {
    const bytes = damaged(random, records);
    once(
      tally,
      [],
      () => shown(bytes),
      () => void judgeRecords(tally, bytes),
    );
  }
});

/** Damage to one byte costs at most the lines on both sides of it: a damaged line end joins two lines. */
attack("files: records damaged at every byte", 1, (tally) => {
  for (let at = 0; at < records.length; at++)
    for (const [how, bytes] of damages(records, at))
      once(
        tally,
        [],
        () => `byte ${at} ${how}`,
        () => {
          const read = judgeRecords(tally, bytes);
          if (read < entries.length - 2)
            tally.found("lost", `${entries.length - read} of ${entries.length} entries`);
        },
      );
});

/** What a pane printed: the byte at each offset differs from its neighbours. */
const printed = Buffer.from(Array.from({ length: 400 }, (_, offset) => (offset * 7 + (offset >> 8)) & 0xff));
const screen = Buffer.from("a stored screen");
const SNAPSHOT_OFFSET = 200;

const output = (offset: number, end: number): JournalRecord => ({
  kind: "output",
  offset,
  bytes: printed.subarray(offset, end),
});

/** A snapshot between two tails, and a third tail from the next daemon. */
const journal: ReadonlyMap<string, Buffer> = new Map([
  ["0.tail", tailOf({ kind: "holder", key: 7n }, output(0, 50), output(50, 52), output(52, SNAPSHOT_OFFSET))],
  [
    "1.snapshot",
    encodeSnapshot({
      position: { holderKey: 7n, offset: SNAPSHOT_OFFSET, notifiedOffset: 20, replies: 1 },
      screen,
    }),
  ],
  [
    "1.tail",
    tailOf(
      output(SNAPSHOT_OFFSET, 230),
      { kind: "resize", cols: 80, rows: 24 },
      { kind: "notified", offset: 230, replies: 2 },
      output(230, 300),
    ),
  ],
  ["2.tail", tailOf(output(300, printed.length))],
]);

function tailOf(...records: readonly JournalRecord[]): Buffer {
  return Buffer.concat(records.flatMap((record) => encodeRecord(record, 1_700_000_000_000)));
}

function inMemory(files: ReadonlyMap<string, Buffer>): JournalFiles {
  const never = () => Promise.reject(new Error("recovery writes nothing"));
  const read = (path: string) => files.get(path.slice("/j/".length))!;
  return {
    open: never,
    write: never,
    close: never,
    place: never,
    remove: never,
    removeDirectory: never,
    list: () => [...files.keys()],
    read: (path, maxBytes) => read(path).subarray(0, maxBytes),
    size: (path) => read(path).length,
  };
}

attack("fuzz: journals", ROUNDS, (tally, rounds) => {
  const random = new Random("journals");
  const names = [...journal.keys()];
  for (let round = 0; round < rounds; round++) {
    const files = new Map(journal);
    for (let hits = 1 + random.below(2); hits > 0; hits--) {
      const name = random.pick(names);
      if (random.chance(0.05)) files.delete(name);
      else files.set(name, damaged(random, journal.get(name)!));
    }
    once(
      tally,
      [],
      () => [...files].map(([name, bytes]) => `${name} ${bytes.toString("hex")}`).join(" "),
      () => judgeJournal(tally, inMemory(files)),
    );
  }
});

attack("files: journals damaged at every byte", 1, (tally) => {
  for (const [name, whole] of journal)
    for (let at = 0; at < whole.length; at++)
      for (const [how, bytes] of damages(whole, at))
        once(
          tally,
          [],
          () => `byte ${at} of ${name} ${how}`,
          () => judgeJournal(tally, inMemory(new Map([...journal, [name, bytes]]))),
        );
});

/** What is read was written, each byte at its place and once, and every gap is reported. */
function judgeJournal(tally: Tally, files: JournalFiles): void {
  const losses: OutputLoss[] = [];
  const recovered = recoverJournal(files, "/j", (loss) => losses.push(loss))!;
  const snapshot = recovered.snapshot();
  if (snapshot && !screen.equals(snapshot.screen)) tally.found("wrong", "another screen than the stored one");
  let next = snapshot?.position.offset ?? 0;
  for (const record of recovered.records()) {
    if (record.kind !== "output") continue;
    const { offset, bytes } = record;
    if (!printed.subarray(offset, offset + bytes.length).equals(bytes) || bytes.length === 0)
      tally.found("wrong", `${bytes.length} bytes at ${offset} that were never printed`);
    if (offset < next) tally.found("doubled", `output from ${offset} on, after ${next}`);
    if (offset > next && !losses.some(({ from, to }) => from === next && to === offset))
      tally.found("lost", `output from ${next} to ${offset}, without a report`);
    next = offset + bytes.length;
  }
  if (recovered.position.offset > printed.length)
    tally.found("wrong", `the journal ends at ${recovered.position.offset}`);
  tally.refused += losses.length;
  for (const { offset, bytes } of recordedOutput({ files, directory: "/j", from: 0 }))
    if (!printed.subarray(offset, offset + bytes.length).equals(bytes))
      tally.found("wrong", `recorded ${bytes.length} bytes at ${offset} that were never printed`);
}
