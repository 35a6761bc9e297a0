import { LINE_DRAWING } from "../../screen/line-drawing.ts";
import type { Snapshot } from "../../screen/screen.ts";
import { encodeUtf8 } from "../../text/utf8.ts";
import type { CopyCell, CopyState } from "./copy-state.ts";
import { matchAtCursor } from "./matches.ts";

/** The text to copy: the selection, else the match at the cursor. Undefined if there is neither. */
export function selectedText(state: CopyState): Uint8Array | undefined {
  const { selection } = state;
  if (!selection.present && selection.lines === "none") {
    const match = matchAtCursor(state);
    return match === undefined ? undefined : encodeUtf8(match);
  }
  const [first, last] = ordered(selection.start, selection.end);
  const columns = selection.rectangle ? rectangleColumns(state) : textColumns(state, first, last);
  let text = "";
  for (let line = first.line; line <= last.line; line++) {
    const from = line === first.line ? columns.first : columns.rest;
    text += lineText(state.lines, line, { from, to: line === last.line ? columns.last : columns.wide });
  }
  if (text === "") return undefined;
  const bytes = encodeUtf8(text);
  return losesLastByte(state, last.line, columns.last) ? bytes.subarray(0, -1) : bytes;
}

function ordered(a: CopyCell, b: CopyCell): readonly [CopyCell, CopyCell] {
  return b.line < a.line || (b.line === a.line && b.x < a.x) ? [b, a] : [a, b];
}

/** Start column of the first line, end column of the last, and both for the lines between. */
interface Columns {
  readonly first: number;
  readonly rest: number;
  readonly last: number;
  readonly wide: number;
}

/** With vi keys the character under the end is copied too. */
function textColumns({ vi, lines }: CopyState, start: CopyCell, end: CopyCell): Columns {
  const last = Math.min(end.x, lines.length(end.line));
  return { first: start.x, rest: 0, last: vi ? last + 1 : last, wide: lines.cols };
}

/** With emacs keys the cursor's column is excluded if it is the right one. */
function rectangleColumns({ selection, vi, x }: CopyState): Columns {
  const other = selection.follows === "end" ? selection.start.x : selection.end.x;
  const left = Math.min(other, x);
  const right = other < x && !vi ? x : Math.max(other, x) + 1;
  return { first: left, rest: left, last: right, wide: right };
}

/** A part of a line, followed by a newline unless the line wraps into the next one and is copied up to its end. */
function lineText(
  lines: Snapshot,
  line: number,
  { from, to }: { readonly from: number; readonly to: number },
): string {
  if (from > to) return "";
  const size = lines.size(line);
  const goesOn = lines.wrapped(line) && size <= lines.cols;
  const length = goesOn ? size : lines.length(line);
  const end = Math.min(to, length);
  const cells = shownCells(lines, line);
  let text = "";
  for (let x = from; x < end; x++) text += cells[x] ?? " ";
  return goesOn && end === length ? text : `${text}\n`;
}

/** Replaces line-drawing letters by the characters that they show. */
function shownCells(lines: Snapshot, line: number): readonly string[] {
  const drawn = lines.runs(line).filter(({ style }) => style.lineDrawing);
  if (drawn.length === 0) return lines.cells(line);
  const cells = [...lines.cells(line)];
  for (const { column, columns } of drawn)
    for (let x = column; x < column + columns; x++)
      cells[x] = LINE_DRAWING.get(cells[x] ?? "") ?? cells[x] ?? " ";
  return cells;
}

/**
 * The last newline is omitted, except with vi keys past the end of a line. The last byte is removed even if a wrapped
 * line had no newline: tmux does the same, and pasted text must be identical.
 */
function losesLastByte({ lines, vi }: CopyState, line: number, end: number): boolean {
  const length = lines.length(line);
  if (vi && end > length) return false;
  return !lines.wrapped(line) || end !== length;
}
