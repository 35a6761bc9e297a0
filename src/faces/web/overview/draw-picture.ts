import type { PageRun } from "../../../protocol/page.ts";
import type { BookPicture } from "../house/picture-book.ts";
import { cssColour, type ScreenTheme } from "../parts/palette.ts";

/** Of a run in reverse video: the page's own colour of the other kind. */
const REVERSED = -2;

export interface DrawnScreen {
  readonly context: CanvasRenderingContext2D;
  readonly theme: ScreenTheme;
  readonly font: string;
  readonly ground: string;
  readonly text: string;
}

/** Which part of a screen is drawn, and how large: the columns in use, and as many lines as fit. */
export interface Cut {
  /** The first line on view. */
  readonly first: number;
  readonly cols: number;
  /** Width of a character in pixels. */
  readonly cell: number;
  /** Height of a line in whole pixels, so that lines can be moved without being drawn again. */
  readonly line: number;
}

/** What a canvas shows. */
export interface DrawnPicture {
  readonly picture: BookPicture;
  readonly cut: Cut;
}

/** Fewer columns than these are never drawn, so that short lines do not look like large print. */
const LEAST_COLS = 56;
const COLS_STEP = 8;

/**
 * Ends with the last line that shows something, since programs print and ask at the end. The number of columns only grows
 * from one picture (`last`) to the next, so that a screen does not change its size while lines come and go.
 */
export function cutOf(picture: BookPicture, width: number, height: number, last?: Cut): Cut {
  const { rows, lines, cursor } = picture;
  const used = Math.max(
    0,
    ...lines.flat().map(([column, text, columns]) => (text.trim() === "" ? 0 : column + columns)),
  );
  const wanted = Math.max(LEAST_COLS, Math.ceil(used / COLS_STEP) * COLS_STEP, last?.cols ?? 0);
  const cols = Math.max(1, Math.min(picture.cols, wanted));
  const cell = width / cols;
  // Every monospaced font is about twice as high as wide.
  const line = Math.max(1, Math.round(cell * 2));
  const fitting = Math.max(1, Math.floor(height / line));
  const printed = lines.findLastIndex((line) =>
    line.some(([, text, , , bg]) => bg !== -1 || text.trim() !== ""),
  );
  const lowest = Math.min(rows - 1, Math.max(printed, cursor?.[1] ?? 0));
  return { first: Math.max(0, lowest + 1 - fitting), cols, cell, line };
}

/**
 * Draws a picture on a canvas. `shown` is what the canvas shows already, if it is known: lines that have moved since are
 * copied, and only the others are drawn.
 */
export function drawPicture(
  screen: DrawnScreen,
  picture: BookPicture,
  cut: Cut,
  shown: DrawnPicture | undefined,
): void {
  const { context, ground, font } = screen;
  const { width, height } = context.canvas;
  context.font = `${cut.cell / advanceEm(context, font)}px ${font}`;
  context.textBaseline = "middle";
  const rows = drawnRows(picture, cut, height);
  const moved = shown && isSameGrid(picture, cut, shown) ? movedBy(picture, cut, shown, rows) : undefined;
  if (moved !== undefined && moved !== 0) context.drawImage(context.canvas, 0, -moved * cut.line);
  for (const row of rows) {
    const slot = row - cut.first + (moved ?? 0);
    const isKept =
      shown &&
      moved !== undefined &&
      !isClipped(slot, cut, height) &&
      isDrawnAlike(picture, row, shown.picture, shown.cut.first + slot);
    if (!isKept) drawLine(screen, picture, row, cut);
  }
  const end = rows.length * cut.line;
  context.fillStyle = ground;
  context.fillRect(0, end, width, Math.max(0, height - end));
}

function isSameGrid({ cols, rows }: BookPicture, { cell }: Cut, { picture, cut }: DrawnPicture): boolean {
  return cols === picture.cols && rows === picture.rows && cell === cut.cell;
}

/** The lines that the canvas has room for, the last one perhaps in part. */
function drawnRows({ rows }: BookPicture, { first, line }: Cut, height: number): number[] {
  const fitting = Math.ceil(height / line);
  return Array.from({ length: Math.max(0, Math.min(rows - first, fitting)) }, (_, index) => first + index);
}

/** By how many lines the canvas has to move up so that most of it is right: as far as the first line that is found again. */
function movedBy(
  { lines }: BookPicture,
  { first }: Cut,
  { picture, cut }: DrawnPicture,
  rows: readonly number[],
): number {
  for (const row of rows) {
    const line = lines[row];
    if (!line || line.length === 0) continue;
    const before = picture.lines.indexOf(line, cut.first);
    if (before >= 0) return before - cut.first - (row - first);
  }
  return 0;
}

/** A line that moves is the same object (see `PictureBook`). */
function isDrawnAlike(now: BookPicture, row: number, before: BookPicture, rowBefore: number): boolean {
  const hasCursor = now.cursor?.[1] === row || before.cursor?.[1] === rowBefore;
  return !hasCursor && now.lines[row] === before.lines[rowBefore];
}

/** A line that was outside of the canvas, or cut off at its end, cannot be copied. */
function isClipped(slot: number, { line }: Cut, height: number): boolean {
  return slot < 0 || (slot + 1) * line > height;
}

const PLAIN = /^[ -~]*$/;
const advances = new Map<string, number>();

/** Width of a character of this font in ems. */
function advanceEm(context: CanvasRenderingContext2D, font: string): number {
  let advance = advances.get(font);
  if (advance === undefined) {
    context.font = `100px ${font}`;
    advance = context.measureText("M").width / 100;
    advances.set(font, advance);
  }
  return advance;
}

function drawLine(
  screen: DrawnScreen,
  { lines, cols, cursor }: BookPicture,
  row: number,
  { first, cell, line }: Cut,
): void {
  const { context, ground } = screen;
  const top = (row - first) * line;
  const box = (column: number, columns: number, colour: string) => {
    context.fillStyle = colour;
    context.fillRect(column * cell, top, columns * cell, line);
  };
  box(0, cols, ground);
  for (const run of lines[row] ?? []) drawRun(screen, run, { box, middle: top + line / 2, width: cell });
  if (cursor?.[1] === row) box(cursor[0], 1, screen.text);
}

function drawRun(
  { context, theme, text: own, ground: ownGround }: DrawnScreen,
  [column, text, columns, fg, bg]: PageRun,
  place: {
    box(column: number, columns: number, colour: string): void;
    readonly middle: number;
    readonly width: number;
  },
): void {
  const ground = bg === REVERSED ? own : cssColour(bg, theme);
  if (ground) place.box(column, columns, ground);
  if (text.trim() === "") return;
  context.fillStyle = fg === REVERSED ? ownGround : (cssColour(fg, theme) ?? own);
  const [left, width] = [column * place.width, columns * place.width];
  // A limit makes text much slower to draw. Only characters of another font may be wider than their cells.
  if (PLAIN.test(text)) context.fillText(text, left, place.middle);
  else context.fillText(text, left, place.middle, width);
}
