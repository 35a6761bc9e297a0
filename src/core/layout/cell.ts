import type { Pane } from "../tree/pane.ts";

/**
 * A window's geometry is a tree of cells. A leaf holds one pane; a branch divides its area among its children, left
 * to right or top to bottom, with a border of one cell between neighbours. Invariant: along the branch's direction
 * the children's sizes plus the borders between them equal the branch's size; across it they equal it.
 */
export interface Cell {
  kind: "leaf" | "left-right" | "top-bottom";
  parent: Cell | undefined;
  cols: number;
  rows: number;
  /** Offset of the upper left corner inside the window. */
  left: number;
  top: number;
  /** Of a leaf. */
  pane: Pane | undefined;
  /** Of a branch, in order; empty for a leaf. */
  children: Cell[];
}
