import type { Size } from "../ports.ts";
import type { Pane } from "../tree/pane.ts";

/** The axis along which a branch lines up its children. */
export type Axis = "left-right" | "top-bottom";

/**
 * A window's geometry is a tree of cells. A leaf holds one pane; a branch divides its area among its children, left
 * to right or top to bottom, with a border of one cell between neighbours. Invariant: along the branch's direction
 * the children's sizes plus the borders between them equal the branch's size; across it they equal it.
 */
export interface Cell {
  kind: "leaf" | Axis;
  parent: Cell | undefined;
  cols: number;
  rows: number;
  /** Offset of the upper left corner inside the window. */
  left: number;
  top: number;
  /** Undefined for a branch. */
  pane: Pane | undefined;
  /** Children of a branch, in order; empty for a leaf. */
  children: Cell[];
}

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
  const leaves: Cell[] = [];
  const collect = (at: Cell) => {
    if (at.kind === "leaf") leaves.push(at);
    else for (const child of at.children) collect(child);
  };
  collect(cell);
  return leaves;
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
