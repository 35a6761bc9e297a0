import { expect, test } from "vitest";
import { diskFiles } from "./journal-files.ts";
import { expendable, listSegments } from "./segments.ts";

test("segments are listed in the order of their numbers, without files of other names", () => {
  const names = ["10.tail", "2.tail", "x1.tail", "1.tail~", "12.snapshot", "3.snapshot"];
  const foreign = ["old4.snapshot", "4.snapshot.kept", "3.snapshot.part", ".partial", "part"];
  const list = () => [...names, ...foreign];
  expect(listSegments({ ...diskFiles, list }, "/nowhere")).toEqual({
    tails: [2, 10],
    snapshots: [3, 12],
    leftovers: ["3.snapshot.part"],
  });
  expect(listSegments({ ...diskFiles, list: () => undefined }, "/nowhere")).toBeUndefined();
});

/** Tails of ten bytes each, not in order. */
const sizes = new Map([9, 10, 3, 5, 4].map((segment) => [segment, 10]));

test.each([
  ["exactly the quota", 50, []],
  ["a byte more than the quota", 49, [3]],
  ["twice the quota", 25, [3, 4, 5]],
  ["far more than the quota", 0, [3, 4, 5]],
])("of tails that take %s, the oldest go, and those that the screen needs stay", (_, quota, tails) => {
  expect(expendable(sizes, { snapshots: [2, 5, 9] }, quota)).toEqual({ tails, snapshots: [2, 5] });
});

test("without a snapshot every tail is needed", () => {
  expect(expendable(sizes, { snapshots: [] }, 0)).toEqual({ tails: [], snapshots: [] });
});
