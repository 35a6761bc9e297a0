import type { JSX } from "solid-js";
import { cellOf, type Fitted } from "../terminal/font.ts";
import { type LayoutCell, leavesOf } from "./layout.ts";

/** The title above each terminal, and the room beside it. */
export const TITLE_PX = 30;
export const SIDE_PX = 8;

type PlaceSize = Pick<Fitted, "width" | "height">;

/**
 * Where a pane stands. tmux puts one line between panes; here every pane has one more line than its terminal, for its
 * title, so that a window has one line more than tmux counts.
 */
export function boxOf(leaf: LayoutCell, { cols, rows }: LayoutCell): JSX.CSSProperties {
  const percent = (part: number, whole: number) => `${(part / whole) * 100}%`;
  return {
    left: percent(leaf.left, cols),
    width: percent(leaf.cols, cols),
    top: percent(leaf.top, rows + 1),
    height: percent(leaf.rows + 1, rows + 1),
  };
}

/** The room that each terminal has in a place of this size. */
export function roomOf(root: LayoutCell, { width, height }: PlaceSize): Fitted[] {
  return leavesOf(root).map(({ cols, rows }) => ({
    cols,
    rows,
    width: (cols / root.cols) * width - SIDE_PX,
    height: ((rows + 1) / (root.rows + 1)) * height - TITLE_PX,
  }));
}

/** The size in cells at which a window fills a place with this font. */
export function cellsIn(root: LayoutCell, { width, height }: PlaceSize, fontPx: number) {
  const cell = cellOf(fontPx);
  const across = stacked(root, true);
  const down = stacked(root, false);
  const cols = Math.floor((width - across * SIDE_PX) / cell.width);
  const rows = Math.floor((height - down * TITLE_PX) / cell.height) + down - 1;
  return { cols: Math.max(10, cols), rows: Math.max(3, rows) };
}

/** How many panes stand beside each other, or above each other, at most. */
function stacked(cell: LayoutCell, across: boolean): number {
  const counts = cell.children.map((child) => stacked(child, across));
  if (counts.length === 0) return 1;
  return cell.across === across ? counts.reduce((sum, count) => sum + count, 0) : Math.max(...counts);
}
