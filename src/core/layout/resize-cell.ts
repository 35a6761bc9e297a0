import { type Axis, type Cell, isLastSibling, lengthAlong, placeCells, siblingOf } from "./cell.ts";
import type { StatusLine } from "./status-line.ts";
import { spareLength, stretch } from "./stretch.ts";

/**
 * Moves the border after a cell (before it, for the last of its branch): a positive change moves it right or down.
 * The space comes from the nearest neighbour that can spare some, and what cannot be had is left out. False where
 * nothing divides the window along the axis.
 */
export function resizeCellBy(root: Cell, leaf: Cell, { axis, by, status }: CellChange): boolean {
  const cell = ancestorAlong(leaf, axis);
  if (!cell) return false;
  moveBorderAfter(isLastSibling(cell) ? siblingOf(cell, -1)! : cell, { axis, by, status });
  placeCells(root);
  return true;
}

/** Gives a cell the wanted length, as far as its neighbours can. */
export function resizeCellTo(root: Cell, leaf: Cell, { axis, length, status }: CellLength): boolean {
  const cell = ancestorAlong(leaf, axis);
  if (!cell) return false;
  const change = length - lengthAlong(cell, axis);
  return resizeCellBy(root, leaf, { axis, by: isLastSibling(cell) ? -change : change, status });
}

interface CellChange {
  readonly axis: Axis;
  readonly by: number;
  readonly status: StatusLine;
}

interface CellLength {
  readonly axis: Axis;
  readonly length: number;
  readonly status: StatusLine;
}

/** The cell itself or the nearest one around it that has neighbours along the axis. */
function ancestorAlong(cell: Cell, axis: Axis): Cell | undefined {
  let at = cell;
  while (at.parent && at.parent.kind !== axis) at = at.parent;
  return at.parent ? at : undefined;
}

function moveBorderAfter(cell: Cell, { axis, by, status }: CellChange): void {
  for (let needed = Math.abs(by); needed > 0; ) {
    const giver = by > 0 ? giverToGrow(cell, axis, status) : giverAtOrBefore(cell, axis, status);
    const taker = by > 0 ? cell : siblingOf(cell, 1);
    if (!giver || !taker) return;
    const moved = Math.min(needed, spareLength(giver, axis, status));
    stretch(taker, axis, moved, status);
    stretch(giver, axis, -moved, status);
    needed -= moved;
  }
}

/** Who gives when a cell grows: the nearest after it, or else the nearest before it. */
function giverToGrow(cell: Cell, axis: Axis, status: StatusLine): Cell | undefined {
  for (const step of [1, -1])
    for (
      let offset = step, other = siblingOf(cell, step);
      other;
      offset += step, other = siblingOf(cell, offset)
    )
      if (spareLength(other, axis, status) > 0) return other;
  return undefined;
}

function giverAtOrBefore(cell: Cell, axis: Axis, status: StatusLine): Cell | undefined {
  for (let offset = 0, other: Cell | undefined = cell; other; offset--, other = siblingOf(cell, offset))
    if (spareLength(other, axis, status) > 0) return other;
  return undefined;
}
