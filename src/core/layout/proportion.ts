import type { Cell } from "../tree/tree.ts";
import { lengthAlong, PANE_MINIMUM, setLengthAlong } from "./cell.ts";
import type { CellLength } from "./resize-layout.ts";
import type { StatusLine } from "./status-line.ts";
import { spareLength } from "./stretch.ts";

/** Whether a cell could be brought to this length with every cell inside keeping its proportion and its minimum. */
export function fitsInto(cell: Cell, { axis, length, status }: CellLength): boolean {
  if (cell.kind === "leaf") return length >= PANE_MINIMUM;
  if (cell.kind !== axis)
    return cell.children.every((child) => child.kind === "leaf" || fitsInto(child, { axis, length, status }));

  if (length < cell.children.length * 2 - 1) return false;
  const shares = sharesOf(cell, lengthAlong(cell, axis), { axis, length, status });
  // The last child gets less than nothing where the others leave no room for it.
  return shares.every(({ child, share }) => share >= 0 && fitsInto(child, { axis, length: share, status }));
}

/** Brings everything inside a cell to the cell's own size, in proportion. */
export function fitChildren(cell: Cell, status: StatusLine): void {
  if (cell.kind === "leaf") return;
  const axis = cell.kind;
  const from = cell.children.reduce((sum, child) => sum + lengthAlong(child, axis) + 1, -1);
  for (const { child, share } of sharesOf(cell, from, { axis, length: lengthAlong(cell, axis), status })) {
    if (axis === "left-right") child.rows = cell.rows;
    else child.cols = cell.cols;
    setLengthAlong(child, axis, share);
    fitChildren(child, status);
  }
}

/**
 * What each child gets when its branch changes from one length to another: its proportion, leaving room for those after
 * it. The last child gets the rest.
 */
function sharesOf(
  { children }: Cell,
  from: number,
  { axis, length: to, status }: CellLength,
): { child: Cell; share: number }[] {
  let left = to;
  return children.map((child, index) => {
    const following = children.length - 1 - index;
    if (following === 0) return { child, share: left };
    const length = lengthAlong(child, axis);
    const least = Math.max((PANE_MINIMUM + 1) * following, length - spareLength(child, axis, status));
    const most = left - least;
    const wanted = Math.floor((length * to) / from);
    // Where the rest needs more than there is, tmux sets no upper bound.
    const share = Math.max(PANE_MINIMUM, most >= 0 ? Math.min(wanted, most) : wanted);
    left -= share + 1;
    return { child, share };
  });
}
