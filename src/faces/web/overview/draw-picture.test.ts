import { expect, test } from "vitest";
import type { PageRun } from "../../../protocol/page.ts";
import { cutOf, type DrawnScreen, drawPicture } from "./draw-picture.ts";

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
  expect(cutOf(screen(fill(24, TEXT)), 320, 80)).toEqual({ first: 14, cols: 80, cell: 4, line: 8 });
  expect(cutOf(screen([...fill(3, TEXT), ...fill(21, BLANK)]), 320, 80)).toEqual({
    first: 0,
    cols: 80,
    cell: 4,
    line: 8,
  });
  expect(cutOf(screen([...fill(12, TEXT), ...fill(12, [])]), 320, 80)).toEqual({
    first: 2,
    cols: 80,
    cell: 4,
    line: 8,
  });
});

test("the cursor's line counts as printed", () => {
  expect(cutOf(screen(fill(24, []), [0, 19]), 56 * 4, 80).first).toBe(10);
});

test("short lines are drawn larger, but a screen that has used more columns keeps its size", () => {
  const short: PageRun[] = [[0, "x".repeat(60), 60, -1, -1]];
  expect(cutOf(screen([short]), 320, 80)).toEqual({ first: 0, cols: 64, cell: 5, line: 10 });
  expect(cutOf(screen([short]), 320, 80, { first: 0, cols: 80, cell: 4, line: 8 }).cols).toBe(80);
  expect(cutOf({ ...screen([short]), cols: 40 }, 320, 80).cols).toBe(40);
});

/** A canvas that counts what is drawn on it. */
function canvasOf(width: number, height: number) {
  const texts: string[] = [];
  const moves: number[] = [];
  const context = {
    canvas: { width, height },
    measureText: (_text: string) => ({ width: 60 }),
    fillRect(_x: number, _y: number, _width: number, _height: number) {},
    fillText(text: string, _x: number, _y: number) {
      texts.push(text);
    },
    drawImage(_image: CanvasImageSource, _x: number, y: number) {
      moves.push(y);
    },
  };
  const screen: DrawnScreen = {
    context: context as CanvasRenderingContext2D,
    theme: "dark",
    font: "mono",
    ground: "#000",
    text: "#fff",
  };
  return { screen, texts, moves };
}

const line = (text: string): PageRun[] => [[0, text, text.length, -1, -1]];

test("output that scrolls moves what is drawn, and draws the new line and the cursor's", () => {
  const { screen: target, texts, moves } = canvasOf(320, 80);
  const rows = Array.from({ length: 24 }, (_, number) => line(`line ${number}`));
  const before = screen(rows, [0, 23]);
  const cut = cutOf(before, 320, 80);
  drawPicture(target, before, cut, undefined);
  expect(texts).toEqual(Array.from({ length: 7 }, (_, index) => `line ${17 + index}`));
  texts.length = 0;
  const after = screen([...rows.slice(2), line("line 24"), line("line 25")], [0, 23]);
  drawPicture(target, after, cutOf(after, 320, 80, cut), { picture: before, cut });
  expect(moves).toEqual([-2 * cut.line]);
  expect(texts).toEqual(["line 23", "line 24", "line 25"]);
});

test("a picture of another size is drawn completely", () => {
  const { screen: target, texts, moves } = canvasOf(320, 80);
  const rows = [line("one"), line("two")];
  const before = screen(rows);
  const cut = cutOf(before, 320, 80);
  drawPicture(target, { ...before, cols: 90 }, cut, { picture: before, cut });
  expect([texts, moves]).toEqual([["one", "two"], []]);
});
