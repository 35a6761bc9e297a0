import { MuxError } from "../errors.ts";
import type { Size } from "../ports.ts";
import type { Axis, Cell } from "../tree/tree.ts";
import { createBranch, createLeaf, lengthAlong, placeCells } from "./cell.ts";
import { resizeLayout } from "./resize-layout.ts";
import { divisibleLength, type Split, type SplitResult, splitCell, splitRoot } from "./split.ts";
import { hasStatusLine, type StatusLine } from "./status-line.ts";
import { stretch } from "./stretch.ts";

/**
 * The policy for a new pane that does not fit: the server option pane-room. tmux rejects the split. An unattended
 * team of agents must not fail for lack of room, so by default the window grows by exactly what is missing; `legible`
 * goes further and, while no client is attached, gives every pane the size of a classic terminal.
 */
type PaneRoom = "refuse" | "grow" | "legible";

export const LEGIBLE: Size = { cols: 80, rows: 24 };
/** tmux's bound on a window's width and height. */
export const WINDOW_MAXIMUM = 10_000;

export function paneRoomOf(value: string | undefined): PaneRoom {
  return value === "refuse" || value === "legible" ? value : "grow";
}

/** Splits a leaf, or with `full` the whole window, as the policy allows. */
export function splitWithRoom(
  root: Cell,
  leaf: Cell,
  { room, full, ...split }: Split & { readonly room: PaneRoom; readonly full?: boolean },
): SplitResult {
  if (room !== "refuse") {
    if (full) growForRootSplit(root, split);
    else growForSplit(root, leaf, split);
  }
  return full ? splitRoot(root, split) : splitCell(root, leaf, split);
}

/** Enlarges every leaf to a legible size. Returns false if all are already legible. */
export function growToLegible(root: Cell, status: StatusLine): boolean {
  const { cols, rows } = root;
  growToFit(root, (leaf) => ({
    cols: LEGIBLE.cols,
    rows: LEGIBLE.rows + (hasStatusLine(leaf, status) ? 1 : 0),
  }));
  placeCells(root);
  return root.cols !== cols || root.rows !== rows;
}

function growForSplit(root: Cell, leaf: Cell, split: Split): void {
  const least = divisibleLength(leaf, split);
  const vertical = split.axis === "top-bottom";
  growToFit(root, (cell) =>
    cell === leaf ? { cols: vertical ? 0 : least, rows: vertical ? least : 0 } : { cols: 0, rows: 0 },
  );
  placeCells(root);
}

/**
 * The other panes shrink in proportion, which may need more than their sum, so the shortest possible length is
 * searched.
 */
function growForRootSplit(root: Cell, split: Split): void {
  const { axis } = split;
  for (let length = lengthAlong(root, axis); length <= WINDOW_MAXIMUM; length++) {
    const size =
      axis === "left-right" ? { cols: length, rows: root.rows } : { cols: root.cols, rows: length };
    const trial = copyOf(root);
    resizeLayout(trial, size, split.status);
    if (!canSplitRoot(trial, split)) continue;
    resizeLayout(root, size, split.status);
    return;
  }
}

function canSplitRoot(root: Cell, split: Split): boolean {
  try {
    splitRoot(root, split);
    return true;
  } catch (error) {
    if (error instanceof MuxError) return false;
    throw error;
  }
}

/** Makes leaves at least as large as requested, and the cells around them just large enough; nothing shrinks. */
function growToFit(cell: Cell, least: (leaf: Cell) => Size): void {
  if (cell.kind === "leaf") {
    const { cols, rows } = least(cell);
    cell.cols = Math.max(cell.cols, cols);
    cell.rows = Math.max(cell.rows, rows);
    return;
  }
  const across: Axis = cell.kind === "left-right" ? "top-bottom" : "left-right";
  for (const child of cell.children) growToFit(child, least);
  const breadth = Math.max(...cell.children.map((child) => lengthAlong(child, across)));
  for (const child of cell.children) {
    const missing = breadth - lengthAlong(child, across);
    if (missing > 0) stretch(child, across, missing, "off");
  }
  const total = cell.children.reduce((sum, child) => sum + lengthAlong(child, cell.kind as Axis) + 1, -1);
  cell.cols = cell.kind === "left-right" ? total : breadth;
  cell.rows = cell.kind === "left-right" ? breadth : total;
}

function copyOf(cell: Cell): Cell {
  if (cell.kind === "leaf") return createLeaf(cell);
  return createBranch(cell.kind, cell, cell.children.map(copyOf));
}
