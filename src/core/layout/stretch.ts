import type { Axis, Cell } from "../tree/tree.ts";
import { lengthAlong, PANE_MINIMUM, setLengthAlong } from "./cell.ts";
import { hasStatusLine, type StatusLine } from "./status-line.ts";

/** By how much a cell can shrink along the axis before a pane in it would fall below the minimum. */
export function spareLength(cell: Cell, axis: Axis, status: StatusLine): number {
  if (cell.kind === "leaf") {
    const line = axis === "top-bottom" && hasStatusLine(cell, status) ? 1 : 0;
    return Math.max(0, lengthAlong(cell, axis) - PANE_MINIMUM - line);
  }
  const spares = cell.children.map((child) => spareLength(child, axis, status));
  return cell.kind === axis ? spares.reduce((sum, spare) => sum + spare, 0) : Math.min(...spares);
}

/**
 * Changes a cell's length, and with it the cells inside: across a branch every child follows; along it the children
 * take turns, one position each, passing over those that cannot shrink. A shrinking change must be within
 * `spareLength`.
 */
export function stretch(cell: Cell, axis: Axis, change: number, status: StatusLine): void {
  setLengthAlong(cell, axis, lengthAlong(cell, axis) + change);
  if (cell.kind !== axis) {
    for (const child of cell.children) stretch(child, axis, change, status);
    return;
  }
  for (let left = change; left !== 0; ) {
    const before = left;
    for (const child of cell.children) {
      if (left === 0) break;
      if (left < 0 && spareLength(child, axis, status) === 0) continue;
      stretch(child, axis, Math.sign(left), status);
      left -= Math.sign(left);
    }
    if (left === before) throw new RangeError(`cannot shrink a cell by ${-left} more`);
  }
}
