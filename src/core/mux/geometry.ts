import { createLeaf, leavesOf, placeCells } from "../layout/cell.ts";
import { growToLegible, paneRoomOf, WINDOW_MAXIMUM } from "../layout/pane-room.ts";
import { removeCell } from "../layout/remove.ts";
import { resizeLayout } from "../layout/resize-layout.ts";
import { zoomedLeaf } from "../layout/stack.ts";
import { paneArea } from "../layout/status-line.ts";
import type { Size } from "../ports.ts";
import type { PaneState, ServerState, WindowState } from "../tree/state.ts";
import type { Cell } from "../tree/tree.ts";
import { setActivePane } from "./active-pane.ts";

/**
 * Applies a window's tree of cells to its panes. The tree changes only while the window is not zoomed. A zoom saves
 * the tree and shows one leaf of the window's size, so only the zoomed pane has another cell meanwhile.
 */

const WINDOW_MINIMUM = 1;

/** Gives each pane the area of its cell. */
export function fitPanes(window: WindowState, { except }: { readonly except?: PaneState } = {}): void {
  const { server, statusLine } = window;
  for (const cell of leavesOf(window.layout)) {
    const pane = cell.pane as PaneState | undefined;
    if (!pane) continue;
    pane.cell = cell;
    if (pane !== except && pane.moveTo(paneArea(cell, statusLine))) server.touch(window);
  }
}

/** Installs a changed tree, whose size becomes the window's. */
export function setLayout(
  window: WindowState,
  root: Cell,
  options: { readonly except?: PaneState } = {},
): void {
  window.layout = root;
  if (isLegible(window.server)) keepLegible(window);
  window.cols = root.cols;
  window.rows = root.rows;
  fitPanes(window, options);
  window.server.touch(window);
}

/**
 * pane-room legible: a window that no client shows may be as large as its panes need. Returns true if it had to grow.
 */
function keepLegible(window: WindowState): boolean {
  if (window.links.some((link) => link.session.attached > 0)) return false;
  return growToLegible(window.savedLayout ?? window.layout, window.statusLine);
}

/** After any operation: makes unseen panes legible again if pane-room asks for it. */
export function settleLegible(server: ServerState): void {
  if (!isLegible(server)) return;
  for (const window of server.windows.values()) makeLegible(window);
}

export function makeLegible(window: WindowState): void {
  if (keepLegible(window)) changeSize(window, () => {});
}

/** Changes the size of a window's tree, also of a zoomed window, and reports it. */
function changeSize(window: WindowState, change: () => void): void {
  const zoomAgain = suspendZoom(window, { keep: true });
  change();
  setLayout(window, window.layout);
  zoomAgain();
  tellLayoutChanged(window);
  window.server.emit("window-resized", { window: window.id });
}

function isLegible(server: ServerState): boolean {
  return paneRoomOf(server.options.get("pane-room")) === "legible";
}

/** Creates a layout of one pane over the whole window. */
export function initLayout(window: WindowState, pane: PaneState): void {
  setLayout(window, createLeaf(window, pane));
}

/** Assigns panes to the tree's cells in reading order. */
export function assignPanes(root: Cell, panes: readonly PaneState[]): void {
  leavesOf(root).forEach((cell, index) => {
    cell.pane = panes[index];
  });
}

/** Removes a pane's cell; a neighbour gets its space. The window must have another pane. */
export function closeCell(window: WindowState, pane: PaneState): void {
  const root = removeCell(window.layout, pane.cell, window.statusLine);
  if (root) setLayout(window, root);
  tellLayoutChanged(window);
}

export function tellLayoutChanged(window: WindowState): void {
  window.server.emit("window-layout-changed", { window: window.id, name: window.name });
}

/** Installs a changed tree and reports it. */
export function applyLayout(window: WindowState, root = window.layout): void {
  setLayout(window, root);
  tellLayoutChanged(window);
}

/** Resizes a window, or as close as the minimum of its panes allows. */
export function resizeWindowTo(window: WindowState, size: Size): void {
  changeSize(window, () => resizeLayout(window.layout, possibleSize(size), window.statusLine));
  window.wantedSize = undefined;
}

/** The size that a window may have and that is closest to the one requested. */
export function possibleSize({ cols, rows }: Size): Size {
  return { cols: possibleLength(cols), rows: possibleLength(rows) };
}

function possibleLength(length: number): number {
  return Math.min(Math.max(length, WINDOW_MINIMUM), WINDOW_MAXIMUM);
}

/** Returns false if the window is already zoomed, or has only one pane. */
export function zoom(pane: PaneState, { stacked = false } = {}): boolean {
  const { window } = pane;
  if (window.zoomed || window.panes.length === 1) return false;
  setActivePane(window, pane);
  window.savedLayout = window.layout;
  window.stacked = stacked;
  window.layout = zoomedLeaf(window, pane);
  fitPanes(window);
  window.server.touch(window);
  tellLayoutChanged(window);
  return true;
}

/** Returns false if the window was not zoomed. */
export function unzoom(window: WindowState): boolean {
  if (!window.savedLayout) return false;
  window.layout = window.savedLayout;
  window.savedLayout = undefined;
  window.stacked = false;
  placeCells(window.layout);
  fitPanes(window);
  window.server.touch(window);
  tellLayoutChanged(window);
  return true;
}

/**
 * Unzooms for the duration of a change. The returned function zooms again on the pane that is active then: with
 * `keep` if the window was zoomed, with `always` in any case. The stack view restores itself.
 */
export function suspendZoom(
  window: WindowState,
  {
    keep = false,
    always = false,
  }: { readonly keep?: boolean | undefined; readonly always?: boolean | undefined },
): () => void {
  const { stacked } = window;
  const again = always || stacked || (keep && window.zoomed);
  unzoom(window);
  return () => {
    if (again) zoom(window.active, { stacked });
  };
}
