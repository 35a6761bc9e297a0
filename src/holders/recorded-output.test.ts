import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { diskFiles } from "./journal-files.ts";
import { encodeRecord, type JournalRecord } from "./journal-record.ts";
import { recordedOutput } from "./recorded-output.ts";
import { tailPath } from "./segments.ts";

let directory: string;
beforeEach(() => {
  directory = join(mkdtempSync(join(tmpdir(), "recorded-")), "j");
});
afterEach(() => rmSync(join(directory, ".."), { recursive: true, force: true }));

function writeTail(segment: number, ...records: JournalRecord[]): void {
  mkdirSync(directory, { recursive: true });
  writeFileSync(
    tailPath(directory, segment),
    Buffer.concat(records.flatMap((record) => encodeRecord(record, 0))),
  );
}

const output = (offset: number, text: string): JournalRecord => ({
  kind: "output",
  offset,
  bytes: Buffer.from(text),
});
const holder = (key: bigint): JournalRecord => ({ kind: "holder", key });
const read = (from: number) =>
  [...recordedOutput({ files: diskFiles, directory, from })].map(({ offset, bytes }) => [
    offset,
    String(bytes),
  ]);

test("nothing where there is no journal", () => {
  expect(read(0)).toEqual([]);
});

test("from any byte on, over several tails", () => {
  writeTail(0, holder(1n), output(0, "abc"), { kind: "reset" }, output(3, "def"));
  writeTail(1, output(6, "ghi"));
  expect(read(0)).toEqual([
    [0, "abc"],
    [3, "def"],
    [6, "ghi"],
  ]);
  expect(read(4)).toEqual([
    [4, "ef"],
    [6, "ghi"],
  ]);
  expect(read(6)).toEqual([[6, "ghi"]]);
  expect(read(9)).toEqual([]);
});

test("only of the process that runs now", () => {
  writeTail(0, holder(1n), output(0, "old"));
  writeTail(1, output(3, "older"), holder(2n), output(0, "new"));
  writeTail(2, output(3, "newer"));
  expect(read(0)).toEqual([
    [0, "new"],
    [3, "newer"],
  ]);
});

test("what the quota took is missing, the rest is there", () => {
  writeTail(3, output(100, "later"));
  expect(read(0)).toEqual([[100, "later"]]);
});

test("a tail that the quota takes meanwhile is left out, and another error is reported", () => {
  writeTail(0, holder(1n), output(0, "abc"));
  writeTail(1, output(3, "def"));
  writeTail(2, output(6, "ghi"));
  const failing = (code: string) => ({
    ...diskFiles,
    read: (path: string) => {
      if (path === tailPath(directory, 1)) throw Object.assign(new Error(code), { code });
      return diskFiles.read(path);
    },
  });
  const offsets = (code: string) =>
    [...recordedOutput({ files: failing(code), directory, from: 0 })].map(({ offset }) => offset);
  expect(offsets("ENOENT")).toEqual([0, 6]);
  expect(() => offsets("EIO")).toThrow("EIO");
});
