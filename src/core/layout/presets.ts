import type { Size } from "../ports.ts";
import { parseInteger } from "../text/parse-integer.ts";
import type { Axis, Cell, Pane } from "../tree/tree.ts";
import { createBranch, createLeaf, lengthAlong, PANE_MINIMUM, placeCells, setLengthAlong } from "./cell.ts";
import { spreadBranch } from "./spread.ts";
import type { StatusLine } from "./status-line.ts";

/** What a preset arranges: two panes or more, into a window that may be too small for them and then grows. */
interface Arrangement {
  readonly panes: readonly Pane[];
  readonly window: Size;
  readonly status: StatusLine;
  /** The window options main-pane-width, main-pane-height, other-pane-width and other-pane-height. */
  readonly option: (name: string) => string | undefined;
}

type Preset = (arrangement: Arrangement) => Cell;

/** In the order of next-layout. */
const PRESETS: readonly (readonly [name: string, arrange: Preset])[] = [
  ["even-horizontal", (arrangement) => arrangeEvenly(arrangement, "left-right")],
  ["even-vertical", (arrangement) => arrangeEvenly(arrangement, "top-bottom")],
  ["main-horizontal", (arrangement) => arrangeAroundMain(arrangement, "top-bottom")],
  ["main-vertical", (arrangement) => arrangeAroundMain(arrangement, "left-right")],
  ["tiled", arrangeTiled],
];

export const PRESET_COUNT = PRESETS.length;

/** The index of the one preset that begins with this text; undefined where none or several do. */
export function presetNamed(text: string): number | undefined {
  const found = PRESETS.flatMap(([name], index) => (name.startsWith(text) ? [index] : []));
  return found.length === 1 ? found[0] : undefined;
}

/** A new tree for the panes. Its size is the window's new size. */
export function arrange(preset: number, arrangement: Arrangement): Cell {
  const root = PRESETS[preset]![1](arrangement);
  placeCells(root);
  return root;
}

function arrangeEvenly({ panes, window, status }: Arrangement, axis: Axis): Cell {
  const root = createBranch(axis, window);
  setLengthAlong(root, axis, Math.max(lengthAlong(window, axis), leastLength(panes.length, axis, status)));
  fillEvenly(root, panes, status);
  return root;
}

/** The first pane on one side of the axis, the others in a row across it. */
function arrangeAroundMain(arrangement: Arrangement, axis: Axis): Cell {
  const { panes, window, status } = arrangement;
  const [main, ...others] = panes;
  const across: Axis = axis === "left-right" ? "top-bottom" : "left-right";
  const lengths = mainLengths(arrangement, axis);

  const breadth = Math.max(lengthAlong(window, across), leastLength(others.length, across, status));
  const cellSize = (length: number): Size =>
    axis === "left-right" ? { cols: length, rows: breadth } : { cols: breadth, rows: length };

  const mainCell = createLeaf(cellSize(lengths.main), main);
  const otherCell =
    others.length === 1
      ? createLeaf(cellSize(lengths.other), others[0])
      : createBranch(across, cellSize(lengths.other));
  const root = createBranch(axis, cellSize(lengths.main + lengths.other + 1), [mainCell, otherCell]);
  if (otherCell.kind !== "leaf") fillEvenly(otherCell, others, status);
  return root;
}

function mainLengths({ window, option }: Arrangement, axis: Axis): { main: number; other: number } {
  const [dimension, fallback] = axis === "left-right" ? (["width", 80] as const) : (["height", 24] as const);
  const total = lengthAlong(window, axis) - 1;
  const main = lengthOption(option(`main-pane-${dimension}`), total) ?? fallback;
  if (main + PANE_MINIMUM >= total)
    return { main: Math.max(PANE_MINIMUM, total - PANE_MINIMUM), other: PANE_MINIMUM };
  const other = lengthOption(option(`other-pane-${dimension}`), total) ?? 0;
  if (other === 0 || total - other < main) return { main, other: total - main };
  return { main: total - other, other };
}

/** Cells or a percentage of the whole; undefined where it is neither or more than the whole. */
function lengthOption(text: string | undefined, whole: number): number | undefined {
  if (!text?.endsWith("%")) return parseInteger(text ?? "", 0, whole);
  const percent = parseInteger(text.slice(0, -1), 0, 100);
  return percent === undefined ? undefined : Math.floor((whole * percent) / 100);
}

/** Rows and columns as nearly square as the number allows; the last cell of a row and the last row take the rest. */
function arrangeTiled({ panes, window }: Arrangement): Cell {
  const grid = gridFor(panes.length);
  const cols = Math.max(PANE_MINIMUM, Math.floor((window.cols - (grid.columns - 1)) / grid.columns));
  const rows = Math.max(PANE_MINIMUM, Math.floor((window.rows - (grid.rows - 1)) / grid.rows));
  const total = {
    cols: Math.max(window.cols, (cols + 1) * grid.columns - 1),
    rows: Math.max(window.rows, (rows + 1) * grid.rows - 1),
  };
  const lines = Array.from({ length: Math.ceil(panes.length / grid.columns) }, (_, row) => {
    const height = row === grid.rows - 1 ? total.rows - row * (rows + 1) : rows;
    const members = panes.slice(row * grid.columns, (row + 1) * grid.columns);
    return tiledRow(members, { cols, rows: height, width: total.cols });
  });
  return createBranch("top-bottom", total, lines);
}

function tiledRow(panes: readonly Pane[], { cols, rows, width }: Size & { readonly width: number }): Cell {
  if (panes.length === 1) return createLeaf({ cols: width, rows }, panes[0]);
  const leaves = panes.map((pane, column) => {
    const last = column === panes.length - 1;
    return createLeaf({ cols: last ? width - column * (cols + 1) : cols, rows }, pane);
  });
  return createBranch("left-right", { cols: width, rows }, leaves);
}

function gridFor(count: number): { columns: number; rows: number } {
  let columns = 1;
  let rows = 1;
  while (rows * columns < count) {
    rows++;
    if (rows * columns < count) columns++;
  }
  return { columns, rows };
}

/** Leaves of the smallest size, the last one with all that is left, then evened out. */
function fillEvenly(branch: Cell, panes: readonly Pane[], status: StatusLine): void {
  const axis = branch.kind as Axis;
  const total = lengthAlong(branch, axis);
  branch.children = panes.map((pane, index) => {
    const leaf = createLeaf(branch, pane);
    const last = index === panes.length - 1;
    setLengthAlong(leaf, axis, last ? total - index * (PANE_MINIMUM + 1) : PANE_MINIMUM);
    leaf.parent = branch;
    return leaf;
  });
  spreadBranch(branch, status);
}

function leastLength(count: number, axis: Axis, status: StatusLine): number {
  const line = axis === "top-bottom" && status !== "off" ? 1 : 0;
  return count * (PANE_MINIMUM + 1) - 1 + line;
}
