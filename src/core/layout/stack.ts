import type { Cell, Window } from "../tree/tree.ts";
import { createLeaf } from "./cell.ts";

/**
 * The stack view: one pane is expanded, and every other is one line above or below it, in the window's order. It is a
 * zoom that leaves room for these lines: the other panes keep their sizes in the real layout, so their programs
 * redraw nothing. If there are too many panes, the lines of those nearest to the expanded one take half of the
 * window.
 */
interface Stack {
  /** Number of panes before and after the expanded one that have a line. */
  readonly above: number;
  readonly below: number;
}

interface StackLine {
  readonly pane: Window["active"];
  readonly y: number;
}

type Stacked = Pick<Window, "cols" | "rows" | "panes" | "stacked">;

export function stackAround({ rows, panes }: Stacked, pane: Window["active"]): Stack {
  const lines = Math.min(panes.length - 1, Math.floor(rows / 2));
  const before = panes.indexOf(pane);
  const after = panes.length - 1 - before;
  const above = Math.min(before, Math.max(Math.ceil(lines / 2), lines - after));
  return { above, below: lines - above };
}

/** The panes that have a line around the expanded one, each with its line in the window. */
export function stackLines(window: Stacked & Pick<Window, "active">): readonly StackLine[] {
  const { panes, active, rows } = window;
  const { above, below } = stackAround(window, active);
  const at = panes.indexOf(active);
  return [
    ...panes.slice(at - above, at).map((pane, line) => ({ pane, y: line })),
    ...panes.slice(at + 1, at + 1 + below).map((pane, line) => ({ pane, y: rows - below + line })),
  ];
}

/** The cell of a zoomed pane: the whole window, or the part that the lines of the other panes leave. */
export function zoomedLeaf(window: Stacked, pane: Window["active"]): Cell {
  const leaf = createLeaf(window, pane);
  if (!window.stacked) return leaf;
  const { above, below } = stackAround(window, pane);
  return { ...leaf, rows: window.rows - above - below, top: above };
}
