import { LINE_DRAWING } from "../../../core/screen/line-drawing.ts";
import type { Colour, Run, Style } from "../../../core/screen/screen.ts";

/** `PageRun`'s colours: the page's own, and the page's own of the other kind, which reverse video shows. */
const OWN = -1;
const OWN_SWAPPED = -2;
const RGB = 0x1000000;
/** Grey in every palette: faint text of the page's own colour. */
const GREY = 8;

interface Piece {
  column: number;
  columns: number;
  text: string;
  fg: number;
  bg: number;
}

/** A line of a picture as JSON: a list of `PageRun`. Blanks without a background are left out. */
export function pictureLine(runs: readonly Run[]): string {
  const pieces: Piece[] = [];
  for (const run of runs) {
    const { fg, bg } = coloursOf(run.style);
    const text = textOf(run);
    const last = pieces.at(-1);
    if (last && last.fg === fg && last.bg === bg && last.column + last.columns === run.column) {
      last.text += text;
      last.columns += run.columns;
    } else pieces.push({ column: run.column, columns: run.columns, text, fg, bg });
  }
  const drawn = pieces.filter(({ text, bg }) => bg !== OWN || text.trim() !== "");
  return `[${drawn.map(format).join(",")}]`;
}

function format({ column, text, columns, fg, bg }: Piece): string {
  return `[${column},${JSON.stringify(text)},${columns},${fg},${bg}]`;
}

function textOf({ text, columns, style }: Run): string {
  if (style.hidden) return " ".repeat(columns);
  return style.lineDrawing ? text.replace(/./gu, (letter) => LINE_DRAWING.get(letter) ?? letter) : text;
}

function coloursOf({ foreground, background, bold, dim, reverse }: Style): { fg: number; bg: number } {
  let fg = colourOf(foreground);
  if (bold && fg >= 0 && fg < 8) fg += 8;
  if (dim && fg === OWN) fg = GREY;
  const bg = colourOf(background);
  return reverse ? { fg: swapped(bg), bg: swapped(fg) } : { fg, bg };
}

function swapped(colour: number): number {
  return colour === OWN ? OWN_SWAPPED : colour;
}

function colourOf(colour: Colour): number {
  if (colour.kind === "default") return OWN;
  if (colour.kind === "palette") return colour.index;
  return RGB + (colour.red << 16) + (colour.green << 8) + colour.blue;
}
