import type { Size } from "../ports.ts";
import type { Axis, Cell, Pane } from "../tree/tree.ts";

/** No pane is ever narrower or lower than this. */
export const PANE_MINIMUM = 1;

export function createLeaf(size: Size, pane?: Pane): Cell {
  return { kind: "leaf", parent: undefined, ...area(size), pane, children: [] };
}

/** The children become the branch's own; the caller sets their sizes. */
export function createBranch(axis: Axis, size: Size, children: Cell[] = []): Cell {
  const branch: Cell = { kind: axis, parent: undefined, ...area(size), pane: undefined, children };
  for (const child of children) child.parent = branch;
  return branch;
}

function area({ cols, rows }: Size) {
  return { cols, rows, left: 0, top: 0 };
}

export function lengthAlong(cell: Size, axis: Axis): number {
  return axis === "left-right" ? cell.cols : cell.rows;
}

export function setLengthAlong(cell: Cell, axis: Axis, length: number): void {
  if (axis === "left-right") cell.cols = length;
  else cell.rows = length;
}

/** The leaves in reading order: the order in which a layout string is filled with panes. */
export function leavesOf(cell: Cell): Cell[] {
  return cell.kind === "leaf" ? [cell] : cell.children.flatMap(leavesOf);
}

/** The neighbour `offset` positions further in the same branch; undefined beyond its ends. */
export function siblingOf(cell: Cell, offset: number): Cell | undefined {
  const siblings = cell.parent?.children ?? [];
  return siblings[siblings.indexOf(cell) + offset];
}

export function isLastSibling(cell: Cell): boolean {
  return cell.parent === undefined || cell.parent.children.at(-1) === cell;
}

/** Replaces `cell` by `replacement`. Returns the tree's root, which may be the replacement. */
export function replaceCell(root: Cell, cell: Cell, replacement: Cell): Cell {
  const parent = cell.parent;
  replacement.parent = parent;
  if (!parent) return replacement;
  parent.children[parent.children.indexOf(cell)] = replacement;
  return root;
}

/** Computes every cell's offset from the sizes of the cells before it. */
export function placeCells(cell: Cell, left = 0, top = 0): void {
  cell.left = left;
  cell.top = top;
  for (const child of cell.children) {
    placeCells(child, left, top);
    if (cell.kind === "left-right") left += child.cols + 1;
    else top += child.rows + 1;
  }
}
