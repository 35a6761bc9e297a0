import { textWidth } from "../core/format/width.ts";
import type { Size } from "../core/ports.ts";

const CUT = "…";
const SEQUENCE = /(\x1b\[[0-9;]*m)/;

/** The text in at most this many columns; what is cut off is marked. */
export function cut(text: string, cols: number): string {
  if (textWidth(text) <= cols) return text;
  return cols < 1 ? "" : beginning(text, cols - 1) + CUT;
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
  // Texts and the sequences between them take turns.
  for (const [index, part] of line.split(SEQUENCE).entries()) {
    const kept = index % 2 === 1 ? part : beginning(part, room);
    clipped += kept;
    if (kept !== part) break;
    if (index % 2 === 0) room -= textWidth(part);
  }
  return clipped.includes("\x1b") ? `${clipped}\x1b[0m` : clipped;
}

/** As much of the text as fits into this many columns. */
function beginning(text: string, cols: number): string {
  if (textWidth(text) <= cols) return text;
  let [kept, room] = ["", cols];
  for (const character of text) {
    room -= textWidth(character);
    if (room < 0) break;
    kept += character;
  }
  return kept;
}
