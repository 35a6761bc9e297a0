import { expect, test } from "vitest";
import { RowHeights } from "./visible-rows.ts";

const rows = new RowHeights([30, 50, 50, 30, 50]);

test("rows follow each other", () => {
  expect([rows.top(0), rows.top(1), rows.top(4), rows.total]).toEqual([0, 30, 160, 210]);
});

test.each([
  [0, 30, { first: 0, end: 1 }],
  [0, 31, { first: 0, end: 2 }],
  [29, 85, { first: 0, end: 3 }],
  [160, 500, { first: 4, end: 5 }],
  [300, 500, { first: 5, end: 5 }],
  [-50, 10, { first: 0, end: 1 }],
])("from %i to %i", (from, to, expected) => expect(rows.between(from, to)).toEqual(expected));

test("an empty list has no row", () => {
  expect(new RowHeights([]).between(0, 100)).toEqual({ first: 0, end: 0 });
});
