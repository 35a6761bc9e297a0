import type { Size } from "../ports.ts";
import type { Cell } from "../tree/tree.ts";
import { PANE_MINIMUM } from "./cell.ts";

/**
 * pane-border-status writes each pane's name on the border above or below it. The outermost panes on that side have no
 * border there, so their cells give up one line for it.
 */
export type StatusLine = "off" | "top" | "bottom";

export interface Area extends Size {
  readonly left: number;
  readonly top: number;
}

export function statusLineOf(value: string | undefined): StatusLine {
  return value === "top" || value === "bottom" ? value : "off";
}

export function hasStatusLine(cell: Cell, status: StatusLine): boolean {
  if (status === "off") return false;
  const edge = status === "top" ? 0 : -1;
  for (let at = cell; at.parent; at = at.parent)
    if (at.parent.kind === "top-bottom" && at.parent.children.at(edge) !== at) return false;
  return true;
}

/** The area for the pane of a leaf: never less than the minimum, even if the cell has only one line. */
export function paneArea(cell: Cell, status: StatusLine): Area {
  const { cols, rows, left, top } = cell;
  if (!hasStatusLine(cell, status)) return { cols, rows, left, top };
  return { cols, rows: Math.max(PANE_MINIMUM, rows - 1), left, top: status === "top" ? top + 1 : top };
}
