import { expect, test } from "vitest";
import { neighbour } from "./neighbour.ts";

const box = (column: number, top: number) => ({ left: column * 100, right: column * 100 + 90, top });
/** Three columns: a full row, then two boxes, then one far below. */
const boxes = [box(0, 0), box(1, 0), box(2, 0), box(0, 50), box(1, 50), box(0, 200)];

test.each([
  [0, 1, 3],
  [1, 1, 4],
  [2, 1, 4],
  [4, -1, 1],
  [4, 1, 5],
  [5, -1, 3],
  [0, -1, 0],
  [5, 1, 5],
] as const)("from %i by %i", (from, by, to) => expect(neighbour(boxes, from, by)).toBe(to));
