import { expect, test } from "vitest";
import type { PageRun } from "../../../protocol/page.ts";
import { cutOf } from "./draw-picture.ts";

const TEXT: PageRun[] = [[79, "x", 1, -1, -1]];
const BLANK: PageRun[] = [[0, "  ", 2, -1, -1]];
const screen = (lines: PageRun[][], cursor?: [number, number]) => ({
  cols: 80,
  rows: lines.length,
  lines,
  cursor,
});
const fill = (count: number, line: PageRun[]) => Array.from({ length: count }, () => line);

test("every column in use is drawn, and the end of what is printed", () => {
  // A cell of 4 by 8 pixels: ten lines fit.
  expect(cutOf(screen(fill(24, TEXT)), 320, 80)).toEqual({ first: 14, cols: 80, cell: 4 });
  expect(cutOf(screen([...fill(3, TEXT), ...fill(21, BLANK)]), 320, 80)).toEqual({
    first: 0,
    cols: 80,
    cell: 4,
  });
  expect(cutOf(screen([...fill(12, TEXT), ...fill(12, [])]), 320, 80)).toEqual({
    first: 2,
    cols: 80,
    cell: 4,
  });
});

test("the cursor's line counts as printed", () => {
  expect(cutOf(screen(fill(24, []), [0, 19]), 56 * 4, 80).first).toBe(10);
});

test("short lines are drawn larger, but a screen that has used more columns keeps its size", () => {
  const short: PageRun[] = [[0, "x".repeat(60), 60, -1, -1]];
  expect(cutOf(screen([short]), 320, 80)).toEqual({ first: 0, cols: 64, cell: 5 });
  expect(cutOf(screen([short]), 320, 80, { first: 0, cols: 80, cell: 4 }).cols).toBe(80);
  expect(cutOf({ ...screen([short]), cols: 40 }, 320, 80).cols).toBe(40);
});
