import { textWidth } from "../../core/format/width.ts";
import type { Size } from "../../core/ports.ts";

const SEQUENCE = /\x1b\[[0-9;]*m/y;

/** Clips lines to a size in rows and columns. Colours have no width; an open colour is reset at the end of its line. */
export function clip(lines: readonly string[], { cols, rows }: Size): string[] {
  return lines.slice(0, rows).map((line) => clipLine(line, cols));
}

function clipLine(line: string, cols: number): string {
  let [clipped, room] = ["", cols];
  for (let at = 0; at < line.length; ) {
    SEQUENCE.lastIndex = at;
    const sequence = SEQUENCE.exec(line)?.[0];
    const taken = sequence ?? String.fromCodePoint(line.codePointAt(at)!);
    room -= sequence === undefined ? textWidth(taken) : 0;
    if (room < 0) break;
    clipped += taken;
    at += taken.length;
  }
  return clipped.includes("\x1b") ? `${clipped}\x1b[0m` : clipped;
}
