import { MuxError } from "../errors.ts";
import { lengthAlong } from "../layout/cell.ts";
import type { PaneDirection } from "../layout/neighbours.ts";
import {
  cellWithBorderAt,
  cellWithBorderBetween,
  dragBorder,
  resizeCellBy,
  resizeCellTo,
} from "../layout/resize-cell.ts";
import type {
  BorderMove,
  PaneLength,
  ResizePaneOptions,
  ResizeWindowOptions,
  WindowOperations,
} from "../mux.ts";
import type { Size } from "../ports.ts";
import type { PaneState, ServerState, WindowState } from "../tree/state.ts";
import type { Axis, BorderDrag } from "../tree/tree.ts";
import { applyLayout, unzoom } from "./geometry.ts";
import { sessionOf, stateOf } from "./state-of.ts";
import { fittingSize, recalculateSize } from "./window-sizes.ts";

const DIRECTIONS: Record<PaneDirection, { readonly axis: Axis; readonly sign: 1 | -1 }> = {
  left: { axis: "left-right", sign: -1 },
  right: { axis: "left-right", sign: 1 },
  up: { axis: "top-bottom", sign: -1 },
  down: { axis: "top-bottom", sign: 1 },
};

/** Applies sizes first, then the adjustment in a direction; space that the neighbours cannot give is omitted. */
export function resizePane(pane: PaneState, { cols, rows, adjust }: ResizePaneOptions): void {
  const { window } = pane;
  unzoom(window);
  if (cols !== undefined) resizeTo(pane, "left-right", cellsOf(cols, window.cols));
  if (rows !== undefined) resizeTo(pane, "top-bottom", withStatusLine(pane, cellsOf(rows, window.rows)));
  if (!adjust) return;
  const { axis, sign } = DIRECTIONS[adjust.direction];
  const by = sign * adjust.by;
  if (resizeCellBy(window.layout, pane.cell, { axis, by, status: window.statusLine })) applyLayout(window);
}

/** Cells around the mouse's previous position, so that dragging a crossing moves both borders. */
const AROUND = [
  [0, 0],
  [0, 1],
  [1, 0],
  [0, -1],
  [-1, 0],
] as const;

export function dragBorders(window: WindowState, { from, to }: BorderDrag): void {
  const { layout, statusLine: status } = window;
  const found = AROUND.map(([x, y]) => cellWithBorderAt(layout, { x: from.x + x, y: from.y + y }));
  const cells = [...new Set(found.flatMap((cell) => cell ?? []))];
  for (const cell of cells) {
    const by = cell.parent?.kind === "top-bottom" ? to.y - from.y : to.x - from.x;
    if (by !== 0) dragBorder(layout, cell, { by, status });
  }
  if (cells.length === 0) return;
  applyLayout(window);
}

/** Throws "no-such-target" if no border lies between the panes. */
export function moveBorder(
  { window, cell: leaf }: PaneState,
  after: PaneState,
  { length, by: steps = 0 }: BorderMove,
): void {
  unzoom(window);
  const cell = cellWithBorderBetween(leaf, after.cell);
  const axis = cell?.parent?.kind;
  if (!cell || axis === undefined || axis === "leaf")
    throw new MuxError("no-such-target", "no border lies between these panes");
  const by = length === undefined ? steps : length - lengthAlong(cell, axis);
  dragBorder(window.layout, cell, { by, status: window.statusLine });
  applyLayout(window);
}

function resizeTo(pane: PaneState, axis: Axis, length: number): void {
  const { layout, statusLine: status } = pane.window;
  if (resizeCellTo(layout, pane.cell, { axis, length, status })) applyLayout(pane.window);
}

function cellsOf(length: PaneLength, whole: number): number {
  return typeof length === "number" ? length : Math.floor((whole * length.percent) / 100);
}

/** A pane at the window's edge shares its cell with the status line. */
function withStatusLine(pane: PaneState, rows: number): number {
  return lengthAlong(pane.cell, "top-bottom") > pane.rows ? rows + 1 : rows;
}

export function windowSizeOperations(server: ServerState): Pick<WindowOperations, "resizeWindow"> {
  return {
    /** The window keeps the given size from now on: its window-size becomes manual. */
    resizeWindow(target, options) {
      const window = stateOf.window(target);
      window.manualSize = wantedSize(window, options);
      server.setQuietly(window.options, "window-size", "manual");
      recalculateSize(window, { now: true });
    },
  };
}

function wantedSize(window: WindowState, { cols, rows, adjust, fit, session }: ResizeWindowOptions): Size {
  if (fit) return fittingSize(window, sessionOf(window, session), fit);
  const size = { cols: cols ?? window.cols, rows: rows ?? window.rows };
  if (!adjust) return size;
  const { axis, sign } = DIRECTIONS[adjust.direction];
  const side = axis === "left-right" ? "cols" : "rows";
  const length = size[side] + sign * adjust.by;
  return { ...size, [side]: length < 0 ? size[side] : length };
}
