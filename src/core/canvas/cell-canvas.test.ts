import { describe, expect, it } from "vitest";
import { PADDING } from "../screen/sequences.ts";
import { parseStyle } from "../style/style.ts";
import { type CellCanvas, createCanvas } from "./cell-canvas.ts";
import { plainStyle } from "./cell-style.ts";
import { drawStyledText } from "./styled-text/draw-styled-text.ts";

const red = { ...plainStyle, foreground: { kind: "palette" as const, index: 1 } };

/** A `_` for the second column of a wide character. */
function lines({ grid }: CellCanvas): string[] {
  const { cols, rows, codes, tables } = grid;
  return Array.from({ length: rows }, (_, y) =>
    Array.from(codes.subarray(y * cols, (y + 1) * cols), (code) =>
      code === PADDING ? "_" : tables.sequences.text(code),
    ).join(""),
  );
}

describe("a canvas", () => {
  it("cuts off what falls outside, and blanks wide characters that would be cut in half", () => {
    const canvas = createCanvas(4, 2);
    expect(canvas.text(-1, 0, "漢字漢", plainStyle)).toBe(5);
    expect(canvas.text(2, 1, "abc", plainStyle)).toBe(5);
    expect(canvas.text(0, 7, "漢", plainStyle)).toBe(2);
    expect(lines(canvas)).toEqual([" 字_ ", "  ab"]);
  });

  it("leaves a blank of a wide character whose other half is overwritten", () => {
    const canvas = createCanvas(6, 3);
    for (const y of [0, 1, 2]) canvas.text(0, y, "漢字漢", plainStyle);
    canvas.text(1, 0, "x", plainStyle);
    canvas.fill({ x: 3, y: 1, cols: 2, rows: 1 }, plainStyle);
    canvas.part({ x: 0, y: 2, cols: 2, rows: 1 }).text(1, 0, "wide", plainStyle);
    expect(lines(canvas)).toEqual([" x字_漢_", "漢_    ", " w字_漢_"]);
  });

  it("keeps marks with their character, and no control character at all", () => {
    const canvas = createCanvas(8, 1);
    canvas.text(0, 0, "e\u0301a\x1b[b👩\u200d💻\u200d\x07c\x9b", red);
    expect(lines(canvas)).toEqual(["e\u0301a[b👩\u200d💻\u200dc_  "]);
  });

  it("gives parts coordinates of their own, and never lets them leave", () => {
    const canvas = createCanvas(6, 3);
    const part = canvas.part({ x: 2, y: 1, cols: 3, rows: 1 });
    part.fill({ x: -5, y: -5, cols: 50, rows: 50 }, red);
    part.text(0, 0, "abcdef", red);
    part.text(0, 1, "below", red);
    part.part({ x: 1, y: 0, cols: 9, rows: 9 }).text(0, 0, "xyz", red);
    expect(lines(canvas)).toEqual(["      ", "  axy ", "      "]);
  });
});

describe("styled text", () => {
  const base = parseStyle("fg=black,bg=green")!;

  it("returns the target of a click on its columns", () => {
    const canvas = createCanvas(20, 1);
    const text = "#[range=left]ab#[norange]#[align=right,range=window|3]cd#[norange range=right]ef#[norange]";
    const ranges = drawStyledText(canvas, text, { x: 0, y: 0, cols: 20, style: base });
    expect(lines(canvas)).toEqual(["ab              cdef"]);
    expect(ranges).toEqual([
      { start: 0, end: 2, range: { kind: "left" } },
      { start: 16, end: 19, range: { kind: "window", index: 3 } },
      { start: 18, end: 20, range: { kind: "right" } },
    ]);
  });

  it("draws nothing of a text with a style that never ends", () => {
    const canvas = createCanvas(8, 1);
    expect(drawStyledText(canvas, "ab#[fg=red", { x: 0, y: 0, cols: 8, style: base })).toEqual([]);
    expect(lines(canvas)).toEqual(["        "]);
  });
});
