import type { PageRun } from "../../../protocol/page.ts";
import type { BookPicture } from "../house/picture-book.ts";
import { cssColour, type ScreenTheme } from "../parts/palette.ts";

/** Height of a line in widths of a character: near that of every monospaced font. */
const LINE_TO_ADVANCE = 2;
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
  /** Width of a character in pixels; a line is twice as high. */
  readonly cell: number;
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
  const fitting = Math.max(1, Math.floor(height / (cell * LINE_TO_ADVANCE)));
  const printed = lines.findLastIndex((line) =>
    line.some(([, text, , , bg]) => text.trim() !== "" || bg !== -1),
  );
  const lowest = Math.min(rows - 1, Math.max(printed, cursor?.[1] ?? 0));
  return { first: Math.max(0, lowest + 1 - fitting), cols, cell };
}

/** Draws these lines of a picture, or everything. */
export function drawPicture(
  screen: DrawnScreen,
  picture: BookPicture,
  cut: Cut,
  lines?: readonly number[],
): void {
  const { context, ground, font } = screen;
  const { canvas } = context;
  context.font = `${cut.cell / advanceEm(context, font)}px ${font}`;
  context.textBaseline = "middle";
  if (!lines) {
    context.fillStyle = ground;
    context.fillRect(0, 0, canvas.width, canvas.height);
  }
  for (const row of lines ?? picture.lines.keys()) if (row >= cut.first) drawLine(screen, picture, row, cut);
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
  { first, cell }: Cut,
): void {
  const { context, ground } = screen;
  const [top, bottom] = [0, 1].map((end) => Math.floor((row - first + end) * cell * LINE_TO_ADVANCE)) as [
    number,
    number,
  ];
  const box = (column: number, columns: number, colour: string) => {
    context.fillStyle = colour;
    context.fillRect(column * cell, top, columns * cell, bottom - top);
  };
  box(0, cols, ground);
  for (const run of lines[row] ?? []) drawRun(screen, run, { box, middle: (top + bottom) / 2, width: cell });
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
