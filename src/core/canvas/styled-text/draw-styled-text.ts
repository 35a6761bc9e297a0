import type { TextStyle } from "../../style/style.ts";
import type { Canvas } from "../canvas.ts";
import { cellColour, cellStyle, plainStyle } from "../cell-style.ts";
import { type Placement, placeSections } from "./place-sections.ts";
import { readSections, type SectionRange } from "./read-sections.ts";

export interface StyledTextPlace {
  readonly x: number;
  readonly y: number;
  readonly cols: number;
  /** The style before the first `#[…]`, to which `default` returns. */
  readonly style: TextStyle;
  /** Colours in the text are ignored. */
  readonly keepColours?: boolean;
}

/** Columns from `start` up to `end`, counted from the start of the text, and the target of a click there. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
  readonly range: TextStyle["range"];
}

/**
 * Draws an expanded format with its `#[…]` styles on one line. Cells that the text does not reach keep their content.
 */
export function drawStyledText(canvas: Canvas, text: string, place: StyledTextPlace): TextRange[] {
  const { x, y, cols, style, keepColours } = place;
  const read = readSections(text, style, keepColours);
  if (!read) return [];
  const line = canvas.part({ x, y, cols, rows: 1 });
  if (read.fill) {
    const background = cellColour(read.fill);
    line.fill({ x: 0, y: 0, cols, rows: 1 }, { ...plainStyle, background });
  }
  const placements = placeSections(read, cols);
  for (const placement of placements) draw(line, placement);
  return read.ranges.flatMap((range) => placedRange(range, placements));
}

function draw(line: Canvas, { section, offset, start, width }: Placement): void {
  // A part that tmux would place left of the line appears in the last column.
  let at = offset < 0 || offset >= line.cols ? line.cols - 1 : offset;
  for (const { text, columns, style } of section.pieces(start, width)) {
    line.text(at, 0, text, cellStyle(style));
    at += columns;
  }
}

function placedRange(range: SectionRange, placements: readonly Placement[]): TextRange[] {
  const placed = placements.find(({ section }) => section === range.section);
  if (!placed) return [];
  const start = Math.max(range.start, placed.start);
  const end = Math.min(range.end, placed.start + placed.width);
  const shift = placed.offset - placed.start;
  return start < end ? [{ start: start + shift, end: end + shift, range: range.range }] : [];
}
