import type { TextCell } from "./text-cells.ts";

/** What programs draw frames and rules with, and the blanks between. */
const FILLING = /^[\u2500-\u257f\u2580-\u259f\-=_*~. ]$/;
/** A shorter stretch is text: it keeps its length. */
const LEAST_STRETCH = 4;
const LEFT_OF_STRETCH = 1;

interface Stretch {
  readonly at: number;
  readonly length: number;
}

/**
 * A line for `columns` columns. A program fills the width of its terminal with rules, and with blanks up to the right edge
 * of a frame: on a narrower page the longest of these is shortened, so that a frame stays a frame. A line that is too
 * long even then is left as it is, and wraps.
 */
export function fitLine(cells: readonly TextCell[], columns: number): readonly TextCell[] {
  const excess = cells.reduce((sum, cell) => sum + cell.columns, 0) - columns;
  if (excess <= 0) return cells;
  const { at, length } = longestStretch(cells);
  if (length < LEAST_STRETCH || length - LEFT_OF_STRETCH < excess) return cells;
  return [...cells.slice(0, at), ...cells.slice(at + excess)];
}

/** The longest repetition of one filling character. What a line begins with is its indentation. */
function longestStretch(cells: readonly TextCell[]): Stretch {
  let longest: Stretch = { at: 0, length: 0 };
  let from = cells.findIndex(({ text }) => text !== " ");
  while (from >= 0 && from < cells.length) {
    const { text } = cells[from]!;
    let to = from + 1;
    while (to < cells.length && cells[to]?.text === text) to++;
    if (FILLING.test(text) && to - from > longest.length) longest = { at: from, length: to - from };
    from = to;
  }
  return longest;
}
