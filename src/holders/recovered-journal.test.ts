import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { diskFiles, type JournalFiles } from "./journal-files.ts";
import { encodeRecord, type JournalRecord } from "./journal-record.ts";
import { type OutputLoss, recoverJournal } from "./recovered-journal.ts";
import { snapshotPath, tailPath } from "./segments.ts";
import { encodeSnapshot, JOURNAL_START } from "./snapshot.ts";

let directory: string;
beforeEach(() => {
  directory = join(mkdtempSync("/tmp/mrj-"), "pane");
  mkdirSync(directory);
});
afterEach(() => rmSync(join(directory, ".."), { recursive: true }));

const output = (offset: number, text: string): JournalRecord => ({
  kind: "output",
  offset,
  bytes: Buffer.from(text),
});
const encoded = (...records: JournalRecord[]) =>
  Buffer.concat(records.flatMap((record) => encodeRecord(record, 1_700_000_000_000)));
const writeTail = (segment: number, ...records: JournalRecord[]) =>
  writeFileSync(tailPath(directory, segment), encoded(...records));
const writeSnapshot = (segment: number, offset: number, text: string) =>
  writeFileSync(
    snapshotPath(directory, segment),
    encodeSnapshot({ position: { ...JOURNAL_START, holderKey: 1n, offset }, screen: Buffer.from(text) }),
  );

/** What the next daemon reads: text of the snapshot and of the output after it, and what it reports as lost. */
function recovered(files: JournalFiles = diskFiles) {
  const losses: OutputLoss[] = [];
  const journal = recoverJournal(files, directory, (loss) => losses.push(loss));
  if (!journal) throw new Error("there is no journal");
  let text = Buffer.from(journal.snapshot()?.screen ?? "").toString();
  for (const record of journal.records())
    if (record.kind === "output") text += Buffer.from(record.bytes).toString();
  return { journal, text, losses };
}

/** A disk that cannot read some files. */
function unreadable(...paths: string[]): JournalFiles {
  const read: JournalFiles["read"] = (path, maxBytes) => {
    if (paths.includes(path)) throw Object.assign(new Error("EIO"), { code: "EIO" });
    return diskFiles.read(path, maxBytes);
  };
  return { ...diskFiles, read };
}

test("only what follows the newest snapshot is replayed, and everything counts for the quota", () => {
  writeTail(0, output(0, "old "));
  writeTail(2, output(4, "older "));
  writeSnapshot(3, 10, "screen ");
  writeTail(3, output(10, "after "));
  writeTail(4, output(16, "that"));
  const { journal, text, losses } = recovered();
  expect([text, losses]).toEqual(["screen after that", []]);
  const size = (segment: number) => diskFiles.size(tailPath(directory, segment));
  expect(journal).toMatchObject({
    position: { holderKey: 1n, offset: 20 },
    nextSegment: 5,
    snapshotSegments: [3],
    replayTails: 2,
    replayBytes: size(3) + size(4),
    snapshotBytes: diskFiles.size(snapshotPath(directory, 3)),
  });
  expect([...journal.tailSizes]).toEqual([0, 2, 3, 4].map((segment) => [segment, size(segment)]));
});

test("a journal without a snapshot is replayed from its first tail", () => {
  writeTail(3, { kind: "holder", key: 1n }, output(0, "text"));
  const { journal, text } = recovered();
  expect(text).toBe("text");
  expect(journal).toMatchObject({ nextSegment: 4, replayTails: 1, snapshotBytes: 0, snapshotSegments: [] });
});

test("an empty directory is the start of a journal", () => {
  expect(recovered().journal).toMatchObject({ nextSegment: 0, position: JOURNAL_START, replayBytes: 0 });
});

test("a snapshot whose tail is not there yet is the newest segment", () => {
  writeTail(0, output(0, "text"));
  writeSnapshot(1, 4, "text");
  expect(recovered().journal).toMatchObject({ nextSegment: 2, replayTails: 0, replayBytes: 0 });
});

test("output that two tails have is shown once", () => {
  writeTail(0, output(0, "abcdef"));
  writeTail(1, output(3, "defghi"), output(0, "abc"), output(3, "def"));
  writeTail(2, output(9, "j"));
  expect(recovered()).toMatchObject({ text: "abcdefghij", losses: [] });
});

test("a snapshot whose header cannot be read is replaced by the one before it", () => {
  writeSnapshot(1, 4, "one ");
  writeTail(1, output(4, "two "));
  writeSnapshot(2, 8, "one two ");
  writeTail(2, output(8, "three"));
  expect(recovered(unreadable(snapshotPath(directory, 2))).text).toBe("one two three");
  expect(recovered().journal.replayTails).toBe(1);
});

test("a snapshot that is damaged after its header is replaced by all the output that there is", () => {
  writeTail(0, output(0, "one "));
  writeSnapshot(1, 4, "one ");
  writeTail(1, output(4, "two"));
  const path = snapshotPath(directory, 1);
  const bytes = diskFiles.read(path);
  bytes[bytes.length - 1]! ^= 1;
  writeFileSync(path, bytes);
  expect(recovered()).toMatchObject({ text: "one two", losses: [] });
});

test("a tail that cannot be read is a loss, with its place", () => {
  writeTail(0, output(0, "one "));
  writeTail(1, output(4, "two "));
  writeTail(2, output(8, "three"));
  expect(recovered(unreadable(tailPath(directory, 1)))).toMatchObject({
    text: "one three",
    losses: [{ from: 4, to: 8, lines: undefined }],
  });
});

test("a damaged record counts the lines that are lost, in the middle and at the end", () => {
  const damaged = encoded(output(4, "two\ntoo\n"));
  damaged[damaged.length - 2]! ^= 1;
  writeTail(0, output(0, "one\n"));
  writeFileSync(tailPath(directory, 1), damaged);
  expect(recovered().losses).toEqual([{ from: 4, to: 4, lines: 2 }]);
  writeFileSync(tailPath(directory, 2), Buffer.concat([damaged, encoded(output(20, "three"))]));
  writeTail(3, output(30, "four"));
  expect(recovered()).toMatchObject({
    text: "one\nthreefour",
    losses: [
      { from: 4, to: 20, lines: 4 },
      { from: 25, to: 30, lines: undefined },
    ],
  });
});

test("an incomplete last record is no loss: the holder has its output", () => {
  const whole = encoded(output(4, "two\n"));
  writeTail(0, output(0, "one\n"));
  writeFileSync(tailPath(directory, 1), whole.subarray(0, -1));
  expect(recovered()).toMatchObject({ text: "one\n", losses: [], journal: { position: { offset: 4 } } });
});

test("temporary files of an interrupted write are removed", async () => {
  const leftover = join(directory, "1.snapshot.part");
  writeFileSync(leftover, "half");
  recovered();
  await expect.poll(() => existsSync(leftover)).toBe(false);
});
