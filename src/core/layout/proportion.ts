import type { Axis, Cell } from "../tree/tree.ts";
import { lengthAlong, PANE_MINIMUM, setLengthAlong } from "./cell.ts";
import type { CellLength } from "./resize-layout.ts";
import type { StatusLine } from "./status-line.ts";
import { spareLength } from "./stretch.ts";

/** Whether a cell could be brought to this length with every cell inside keeping its proportion and its minimum. */
export function fitsInto(cell: Cell, { axis, length, status }: CellLength): boolean {
  if (cell.kind === "leaf") return length >= PANE_MINIMUM;
  if (cell.kind !== axis)
    return cell.children.every((child) => child.kind === "leaf" || fitsInto(child, { axis, length, status }));

  const count = cell.children.length;
  if (length < count * 2 - 1) return false;
  let left = length;
  return cell.children.every((child, index) => {
    const share = childLength(child, {
      axis,
      from: lengthAlong(cell, axis),
      to: length,
      count: count - index,
      left,
      status,
    });
    const used = index === count - 1 ? share : share + 1;
    if (used > left) return false;
    left -= used;
    return fitsInto(child, { axis, length: share, status });
  });
}

/** Brings everything inside a cell to the cell's own size, in proportion. */
export function fitChildren(cell: Cell, status: StatusLine): void {
  if (cell.kind === "leaf") return;
  const axis = cell.kind;
  const count = cell.children.length;
  const from = cell.children.reduce((sum, child) => sum + lengthAlong(child, axis) + 1, -1);
  let left = lengthAlong(cell, axis);
  cell.children.forEach((child, index) => {
    const share = childLength(child, {
      axis,
      from,
      to: lengthAlong(cell, axis),
      count: count - index,
      left,
      status,
    });
    if (axis === "left-right") child.rows = cell.rows;
    else child.cols = cell.cols;
    setLengthAlong(child, axis, share);
    left -= share + 1;
    fitChildren(child, status);
  });
}

interface Share {
  readonly axis: Axis;
  /** Length of the branch before and after. */
  readonly from: number;
  readonly to: number;
  /** Children from this one on, and what is left for them. */
  readonly count: number;
  readonly left: number;
  readonly status: StatusLine;
}

/** What one child gets when its branch changes length: its proportion, leaving room for those after it. */
function childLength(child: Cell, { axis, from, to, count, left, status }: Share): number {
  if (count === 1) return left;
  const length = lengthAlong(child, axis);
  const least = Math.max((PANE_MINIMUM + 1) * (count - 1), length - spareLength(child, axis, status));
  const most = left - least;
  const share = Math.floor((length * to) / from);
  // Where the rest needs more than there is, tmux sets no upper bound.
  return Math.max(PANE_MINIMUM, most >= 0 ? Math.min(share, most) : share);
}
