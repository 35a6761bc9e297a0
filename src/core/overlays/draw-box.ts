import type { Canvas } from "../canvas/canvas.ts";
import { cellStyle } from "../canvas/cell-style.ts";
import { drawStyledText } from "../canvas/styled-text/draw-styled-text.ts";
import type { TextStyle } from "../style/style.ts";

export interface Box {
  /** As popup-border-lines names them; "none" draws nothing. */
  readonly lines: string;
  readonly style: TextStyle;
  /** Over the line at the top; styles in it count. */
  readonly title: string;
}

/** Characters of the corners from the top left on, of a line across and of one down. */
const CHARACTERS = new Map([
  ["double", "╔╗╚╝═║"],
  ["heavy", "┏┓┗┛━┃"],
  ["rounded", "╭╮╰╯─│"],
  ["simple", "++++-|"],
  ["padded", "      "],
]);
/** Letters of the line-drawing set. */
const SINGLE = "lkmjqx";

/** A frame along the edges of a canvas. */
export function drawBox(canvas: Canvas, { lines, style, title }: Box): void {
  if (lines === "none") return;
  const characters = CHARACTERS.get(lines);
  const [topLeft, topRight, bottomLeft, bottomRight, across, down] = [...(characters ?? SINGLE)] as string[];
  const cell = { ...cellStyle(style), lineDrawing: characters === undefined, ownColours: true };
  const { cols, rows } = canvas;
  const edge = across!.repeat(Math.max(0, cols - 2));
  canvas.text(0, 0, topLeft + edge + topRight, cell);
  canvas.text(0, rows - 1, bottomLeft + edge + bottomRight, cell);
  for (let y = 1; y < rows - 1; y++) {
    canvas.text(0, y, down!, cell);
    canvas.text(cols - 1, y, down!, cell);
  }
  if (title !== "" && cols > 4) drawStyledText(canvas, title, { x: 2, y: 0, cols: cols - 4, style });
}
