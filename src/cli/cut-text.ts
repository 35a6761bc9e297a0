import { textWidth } from "../core/format/width.ts";
import type { Size } from "../core/ports.ts";
import { codePointOf } from "../core/text/utf8.ts";

const CUT = "…";
const SEQUENCE = /\x1b\[[0-9;]*m/y;

/** The text in at most this many columns; what is cut off is marked. */
export function cut(text: string, cols: number): string {
  if (textWidth(text) <= cols) return text;
  let [kept, room] = ["", cols - 1];
  for (const character of text) {
    room -= textWidth(character);
    if (room < 0) break;
    kept += character;
  }
  return cols < 1 ? "" : kept + CUT;
}

/** The text in exactly this many columns. */
export function padded(text: string, cols: number, { right = false } = {}): string {
  const kept = cut(text, cols);
  const filling = " ".repeat(Math.max(0, cols - textWidth(kept)));
  return right ? filling + kept : kept + filling;
}

/** Clips lines to a size in rows and columns. Colours have no width; an open colour is reset at the end of its line. */
export function clip(lines: readonly string[], { cols, rows }: Size): string[] {
  return lines.slice(0, rows).map((line) => clipLine(line, cols));
}

function clipLine(line: string, cols: number): string {
  let [clipped, room] = ["", cols];
  for (let at = 0; at < line.length; ) {
    SEQUENCE.lastIndex = at;
    const sequence = SEQUENCE.exec(line)?.[0];
    const taken = sequence ?? String.fromCodePoint(codePointOf(line, at));
    room -= sequence === undefined ? textWidth(taken) : 0;
    if (room < 0) break;
    clipped += taken;
    at += taken.length;
  }
  return clipped.includes("\x1b") ? `${clipped}\x1b[0m` : clipped;
}
