import type { Size } from "../ports.ts";
import type { Axis, Cell } from "../tree/tree.ts";
import { lengthAlong, placeCells } from "./cell.ts";
import type { StatusLine } from "./status-line.ts";
import { spareLength, stretch } from "./stretch.ts";

/** Brings the whole layout to a window's new size, or as near as the panes' minimum allows. */
export function resizeLayout(root: Cell, size: Size, status: StatusLine): void {
  resizeAlong(root, { axis: "left-right", length: size.cols, status });
  resizeAlong(root, { axis: "top-bottom", length: size.rows, status });
  placeCells(root);
}

/** A length that a cell should get along an axis. */
export interface CellLength {
  readonly axis: Axis;
  readonly length: number;
  readonly status: StatusLine;
}

function resizeAlong(root: Cell, { axis, length, status }: CellLength): void {
  const change = Math.max(length - lengthAlong(root, axis), -spareLength(root, axis, status));
  if (change !== 0) stretch(root, axis, change, status);
}
