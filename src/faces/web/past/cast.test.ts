import { expect, test } from "vitest";
import { lastAtMost } from "../parts/last-at-most.ts";
import { type MarkKind, nextMark, PlayTime, readCast } from "./cast.ts";

const text = [
  '{"version":3,"term":{"cols":80,"rows":24},"timestamp":1700000000}',
  "# a comment",
  '[0.5, "o", "one"]',
  '[0.5, "m", "prompt"]',
  '[60, "m", "question: Proceed?"]',
  '[0, "r", "100x30"]',
  '[1, "o", "two"]',
  '[1, "x", "0"]',
  '[1, "o", "cut o',
].join("\n");

test("reads output, sizes and marks with their times", () => {
  const cast = readCast(text);
  expect(cast).toMatchObject({ cols: 80, rows: 24, began: 1700000000 });
  expect(cast.events).toEqual([
    { at: 0.5, kind: "o", data: "one" },
    { at: 61, kind: "r", data: "100x30" },
    { at: 62, kind: "o", data: "two" },
  ]);
  expect(cast.marks).toEqual([
    { at: 1, kind: "prompt", label: "prompt" },
    { at: 61, kind: "question", label: "question: Proceed?" },
  ]);
});

test("times of version 2 count from the beginning", () => {
  const cast = readCast('{"version":2,"width":80,"height":24}\n[1, "o", "a"]\n[2, "o", "b"]\n');
  expect(cast.events.map(({ at }) => at)).toEqual([1, 2]);
});

test("a replay shortens silences only if it is asked to", () => {
  const cast = readCast(text);
  expect(new PlayTime(cast, false).of(62)).toBe(62);
  const short = new PlayTime(cast, true);
  expect(short.of(1)).toBe(1);
  expect(short.of(61)).toBe(2.5);
  expect(short.duration).toBe(3.5);
});

test("finds the last value that is not later", () => {
  expect([0, 1, 2.5, 9].map((value) => lastAtMost([1, 2, 3], value))).toEqual([-1, 0, 1, 2]);
});

test("finds each of several marks that are milliseconds apart, both ways", () => {
  const mark = (at: number, kind: MarkKind) => ({ at, kind, label: kind });
  const marks = [mark(1, "prompt"), mark(1.01, "error"), mark(1.01, "prompt"), mark(1.02, "prompt")];
  expect([0, 1, 1.01, 1.02].map((at) => nextMark(marks, at, 1, "prompt")?.at)).toEqual([
    1,
    1.01,
    1.02,
    undefined,
  ]);
  expect([1, 1.01, 1.02, 2].map((at) => nextMark(marks, at, -1, "prompt")?.at)).toEqual([
    undefined,
    1,
    1.01,
    1.02,
  ]);
  expect(nextMark(marks, 1, 1, "error")?.at).toBe(1.01);
  expect(nextMark(marks, 1.02, -1)?.kind).toBe("prompt");
});
