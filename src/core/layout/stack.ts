import type { Window } from "../tree/window.ts";
import { type Cell, createLeaf } from "./cell.ts";

/**
 * The stack view: one pane is readable, and every other is one line above or below it, in the window's order. It is a zoom
 * that leaves room for these lines: the others keep the sizes that they have in the real layout, so nothing that runs in them
 * is drawn anew. Where there are too many, the lines take half of the window, for the panes around the readable one.
 */
interface Stack {
  /** How many of the panes before and after the readable one have a line. */
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

/** Panes that have a line around the readable one, each with the line of the window that it has. */
export function stackLines(window: Stacked & Pick<Window, "active">): readonly StackLine[] {
  const { panes, active, rows } = window;
  const { above, below } = stackAround(window, active);
  const at = panes.indexOf(active);
  return [
    ...panes.slice(at - above, at).map((pane, line) => ({ pane, y: line })),
    ...panes.slice(at + 1, at + 1 + below).map((pane, line) => ({ pane, y: rows - below + line })),
  ];
}

/** The cell of a pane that is zoomed: the whole window, or what the lines of the others leave of it. */
export function zoomedLeaf(window: Stacked, pane: Window["active"]): Cell {
  const leaf = createLeaf(window, pane);
  if (!window.stacked) return leaf;
  const { above, below } = stackAround(window, pane);
  return { ...leaf, rows: window.rows - above - below, top: above };
}
