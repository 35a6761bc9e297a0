import type { Axis, Cell } from "../tree/tree.ts";
import { isLastSibling, lengthAlong, placeCells, siblingOf } from "./cell.ts";
import type { CellLength } from "./resize-layout.ts";
import type { StatusLine } from "./status-line.ts";
import { spareLength, stretch } from "./stretch.ts";

/**
 * Moves the border after a cell (before it, for the last of its branch): a positive change moves it right or down.
 * The space comes from the nearest neighbour that has some to spare; unavailable space is omitted. Returns false if
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

/** Moves one border as a mouse does: the growing side takes space only from cells beyond the border. */
export function dragBorder(root: Cell, cell: Cell, change: Omit<CellChange, "axis">): void {
  const axis = cell.parent?.kind;
  if (axis === undefined || axis === "leaf") return;
  moveBorderAfter(cell, { ...change, axis, forwardOnly: true });
  placeCells(root);
}

/** The cell whose right or lower border lies between two leaves; undefined if they are not in neighbours, in this order. */
export function cellWithBorderBetween(before: Cell, after: Cell): Cell | undefined {
  const around = ancestorsOf(after);
  const cell = ancestorsOf(before).find(
    ({ parent }) => parent && around.some((other) => other.parent === parent),
  );
  const next = cell && siblingOf(cell, 1);
  return next && around.includes(next) ? cell : undefined;
}

/** The cell itself, then every cell around it. */
function ancestorsOf(cell: Cell): Cell[] {
  return cell.parent ? [cell, ...ancestorsOf(cell.parent)] : [cell];
}

/** The cell whose right or lower border is at a cell of the window. */
export function cellWithBorderAt(
  root: Cell,
  at: { readonly x: number; readonly y: number },
): Cell | undefined {
  let last: Cell | undefined;
  for (const child of root.children) {
    const { left, top, cols, rows } = child;
    const inside = at.x >= left && at.x < left + cols && at.y >= top && at.y < top + rows;
    if (inside) return cellWithBorderAt(child, at);
    const between =
      last &&
      (root.kind === "left-right"
        ? at.x < left && at.x >= last.left + last.cols
        : at.y < top && at.y >= last.top + last.rows);
    if (between) return last;
    last = child;
  }
  return undefined;
}

interface CellChange {
  readonly axis: Axis;
  readonly by: number;
  readonly status: StatusLine;
  /** A growing cell takes space only from the cells after it. */
  readonly forwardOnly?: boolean;
}

/** The cell itself or the nearest one around it that has neighbours along the axis. */
function ancestorAlong(cell: Cell, axis: Axis): Cell | undefined {
  let at = cell;
  while (at.parent && at.parent.kind !== axis) at = at.parent;
  return at.parent ? at : undefined;
}

/** A growing cell takes the space of the nearest cell after it, else of the nearest before it. */
function moveBorderAfter(cell: Cell, { axis, by, status, forwardOnly = false }: CellChange): void {
  const siblings = cell.parent?.children ?? [];
  const at = siblings.indexOf(cell);
  const before = siblings.slice(0, at).reverse();
  const after = siblings.slice(at + 1);
  const givers = by < 0 ? [cell, ...before] : forwardOnly ? after : [...after, ...before];
  const taker = by < 0 ? after[0] : cell;
  for (let needed = Math.abs(by); needed > 0; ) {
    const giver = givers.find((other) => spareLength(other, axis, status) > 0);
    if (!giver || !taker) return;
    const moved = Math.min(needed, spareLength(giver, axis, status));
    stretch(taker, axis, moved, status);
    stretch(giver, axis, -moved, status);
    needed -= moved;
  }
}
