import { expect, test } from "vitest";
import type { PageRun } from "../../../protocol/page.ts";
import { cutOf } from "./draw-picture.ts";

const TEXT: PageRun[] = [[0, "x", 1, -1, -1]];
const BLANK: PageRun[] = [[0, "  ", 2, -1, -1]];
const screen = (lines: PageRun[][], cursor?: [number, number]) => ({
  cols: 80,
  rows: lines.length,
  lines,
  cursor,
});
const fill = (count: number, line: PageRun[]) => Array.from({ length: count }, () => line);

test("the whole width is drawn, and the end of what is printed", () => {
  // A cell of 4 by 8 pixels: ten lines fit.
  expect(cutOf(screen(fill(24, TEXT)), 320, 80)).toEqual({ first: 14, cell: 4 });
  expect(cutOf(screen([...fill(3, TEXT), ...fill(21, BLANK)]), 320, 80)).toEqual({ first: 0, cell: 4 });
  expect(cutOf(screen([...fill(12, TEXT), ...fill(12, [])]), 320, 80)).toEqual({ first: 2, cell: 4 });
});

test("the cursor's line counts as printed", () => {
  expect(cutOf(screen(fill(24, []), [0, 19]), 320, 80).first).toBe(10);
});
