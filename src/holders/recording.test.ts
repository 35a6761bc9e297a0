import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { diskFiles } from "./journal-files.ts";
import { encodeRecord, type JournalRecord } from "./journal-record.ts";
import { recording } from "./recorded-output.ts";

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "journal-"));
});
afterEach(() => rmSync(directory, { recursive: true }));

const output = (offset: number, text: string): JournalRecord => ({
  kind: "output",
  offset,
  bytes: Buffer.from(text),
});

function tail(segment: number, ...records: [timeMs: number, record: JournalRecord][]): void {
  const parts = records.flatMap(([timeMs, record]) => encodeRecord(record, timeMs));
  writeFileSync(join(directory, `${segment}.tail`), Buffer.concat(parts));
}

test("every tail in order, with its times, one in memory at a time", () => {
  tail(9, [30, output(3, "c")]);
  tail(10, [40, { kind: "resize", cols: 90, rows: 30 }]);
  tail(2, [10, { kind: "holder", key: 1n }], [20, output(0, "abc")]);
  const reads: string[] = [];
  const read = (path: string) => {
    reads.push(path);
    return diskFiles.read(path);
  };
  const files = { ...diskFiles, read };
  const seen: unknown[] = [];
  for (const { timeMs, record } of recording(files, directory))
    seen.push([timeMs, record.kind, reads.length]);
  expect(seen).toEqual([
    [10, "holder", 1],
    [20, "output", 1],
    [30, "output", 2],
    [40, "resize", 3],
  ]);
});

test("a tail that the quota takes meanwhile is left out", () => {
  tail(1, [10, output(0, "a")]);
  tail(2, [20, output(1, "b")]);
  tail(3, [30, output(2, "c")]);
  const times: number[] = [];
  for (const { timeMs } of recording(diskFiles, directory)) {
    times.push(timeMs);
    if (timeMs === 10) rmSync(join(directory, "2.tail"));
  }
  expect(times).toEqual([10, 30]);
});

test("a tail that cannot be read is an error", () => {
  tail(1, [10, output(0, "a")]);
  const read = () => {
    throw Object.assign(new Error("the disk failed"), { code: "EIO" });
  };
  expect(() => [...recording({ ...diskFiles, read }, directory)]).toThrow("the disk failed");
});

test("a pane without a journal", () => {
  expect([...recording(diskFiles, join(directory, "none"))]).toEqual([]);
});
