import { MuxError } from "../errors.ts";
import { lengthAlong } from "../layout/cell.ts";
import { paneInDirection } from "../layout/neighbours.ts";
import { paneRoomOf, splitWithRoom } from "../layout/pane-room.ts";
import type { SplitResult } from "../layout/split.ts";
import type { DivideOptions, PaneOperations, SelectPaneOptions, SplitPaneOptions } from "../mux.ts";
import type { Size } from "../ports.ts";
import type { PaneState, ServerState, WindowState, WinlinkState } from "../tree/state.ts";
import { clearMark, loseActivePane, setActivePane } from "./active-pane.ts";
import { closeCell, setLayout, suspendZoom, tellLayoutChanged, unzoom, zoom } from "./geometry.ts";
import { addPane, startProcess } from "./pane-process.ts";
import { dragBorders, moveBorder, resizePane } from "./resize.ts";
import { sessionOf, stateOf } from "./state-of.ts";
import { destroyPane } from "./window-end.ts";
import { killWindowEverywhere } from "./window-links.ts";
import { recalculateSizes } from "./window-sizes.ts";

type Operations = Omit<PaneOperations, "swapPane" | "joinPane" | "breakPane" | "respawnPane">;

export function paneOperations(server: ServerState): Operations {
  return {
    splitPane: (target, options = {}) => splitPane(stateOf.pane(target), options),

    killPane: (pane) => killPane(stateOf.pane(pane)),

    killOtherPanes(target) {
      const kept = stateOf.pane(target);
      unzoom(kept.window);
      for (const pane of kept.window.panes.slice()) if (pane !== kept) removePane(pane);
    },

    selectPane: (pane, options = {}) => selectPane(stateOf.pane(pane), options),

    paneInDirection(target, direction) {
      const pane = stateOf.pane(target);
      const zoomAgain = suspendZoom(pane.window, { keep: true });
      const found = paneInDirection(pane, direction);
      zoomAgain();
      return found;
    },

    lastPane(target, { keepZoom } = {}) {
      const window = stateOf.window(target);
      const last = lastPane(window);
      const zoomAgain = suspendZoom(window, { keep: keepZoom });
      setActivePane(window, last);
      zoomAgain();
      return last;
    },

    toggleMark: (link, pane) => toggleMark(stateOf.link(link), stateOf.pane(pane)),

    clearMark: () => clearMark(server),

    setInputOff(target, off) {
      const pane = stateOf.pane(target);
      pane.inputOff = off;
      server.touch(pane);
      server.emit("pane-input-changed", { pane: pane.id });
    },

    resizePane: (pane, options) => resizePane(stateOf.pane(pane), options),
    dragBorders: (window, drag) => dragBorders(stateOf.window(window), drag),
    moveBorder: (before, after, move) => moveBorder(stateOf.pane(before), stateOf.pane(after), move),

    toggleZoom(target) {
      const pane = stateOf.pane(target);
      if (!unzoom(pane.window)) zoom(pane);
    },

    toggleStack(target) {
      const pane = stateOf.pane(target);
      const { stacked } = pane.window;
      unzoom(pane.window);
      if (!stacked) zoom(pane, { stacked: true });
    },

    setPaneTitle(target, title) {
      const pane = stateOf.pane(target);
      const printable = title.replace(/[\x00-\x1f\x7f]/g, "");
      if (printable !== pane.title) server.touch(pane);
      pane.title = printable;
      server.emit("pane-title-changed", { pane: pane.id, title: printable });
    },

    setPaneMetadata(target, entries) {
      const pane = stateOf.pane(target);
      for (const [name, value] of entries) {
        if (value === undefined) pane.metadata.delete(name);
        else pane.metadata.set(name, value);
      }
      server.touch(pane);
      server.agents.reconsider(pane);
      server.emit("pane-metadata-changed", { pane: pane.id });
    },
  };
}

function selectPane(pane: PaneState, { keepZoom, client }: SelectPaneOptions): boolean {
  const { window } = pane;
  const own = client?.ownPanes ? stateOf.client(client) : undefined;
  if (pane === (own ? own.pane : window.active)) return false;
  const zoomAgain = suspendZoom(window, { keep: keepZoom });
  if (own) own.selected.set(window, pane);
  else setActivePane(window, pane);
  zoomAgain();
  if (own) window.server.emit("client-pane-changed", { client: own.name });
  return true;
}

function toggleMark(link: WinlinkState, pane: PaneState): void {
  const { server } = pane.window;
  if (pane.window.zoomed && pane.window.active !== pane) return;
  const unmark = server.marked === pane && server.markedLink === link;
  server.marked = unmark ? undefined : pane;
  server.markedLink = unmark ? undefined : link;
  server.markedWindow = unmark ? undefined : pane.window;
  server.touch(server.next);
}

function splitPane(target: PaneState, options: SplitPaneOptions): PaneState {
  const { window } = target;
  const session = sessionOf(window, options.session);
  // As in tmux, a percentage refers to the size of the pane while it is still zoomed.
  const length = lengthOf(options, options.full ? window : target);
  const zoomAgain = suspendZoom(window, { always: options.zoom });
  const { root, cell } = divide(target, options, length);

  const pane = addPane(window, { session, at: insertionIndex(target, options) });
  cell.pane = pane;
  setLayout(window, root, options.zoom ? { except: pane } : {});
  startProcess(pane, session, options);
  if (!options.detached) setActivePane(window, pane);
  tellLayoutChanged(window);
  zoomAgain();
  return pane;
}

/** The requested length of a new pane in cells; undefined for half. */
export function lengthOf({ direction = "top-bottom", size }: DivideOptions, whole: Size): number | undefined {
  return typeof size === "object" ? Math.floor((lengthAlong(whole, direction) * size.percent) / 100) : size;
}

/** Creates a cell beside the target's; the caller installs the layout once a pane is in the cell. */
export function divide(target: PaneState, options: DivideOptions, length: number | undefined): SplitResult {
  const { window } = target;
  const { direction: axis = "top-bottom", before = false, full = false } = options;
  const result = splitWithRoom(window.layout, target.cell, {
    axis,
    before,
    full,
    status: window.statusLine,
    room: paneRoomOf(window.server.options.get("pane-room")),
    ...(length === undefined ? {} : { length }),
  });
  keepGrown(window, result.root);
  return result;
}

/** A window that had to grow keeps its new size, like a window that was resized by hand. */
function keepGrown(window: WindowState, { cols, rows }: Size): void {
  if (cols > window.cols || rows > window.rows) window.manualSize = { cols, rows };
}

function insertionIndex(target: PaneState, { before, full }: DivideOptions): number {
  const { panes } = target.window;
  if (full) return before ? 0 : panes.length;
  return panes.indexOf(target) + (before ? 0 : 1);
}

export function killPane(pane: PaneState): void {
  const { window } = pane;
  if (window.panes.length === 1) {
    killWindowEverywhere(window, { renumber: true });
    recalculateSizes(window.server);
    return;
  }
  const stackAgain = suspendZoom(window, {});
  removePane(pane);
  stackAgain();
}

/** Removes a pane from a window that keeps others. */
function removePane(pane: PaneState): void {
  const { window } = pane;
  closeCell(window, pane);
  loseActivePane(window, pane);
  window.panes = window.panes.filter((other) => other !== pane);
  window.server.touch(window);
  destroyPane(pane);
}

/** With two panes, the other one counts as the last. */
function lastPane(window: WindowState): PaneState {
  const other = window.panes.length === 2 ? window.panes.find((pane) => pane !== window.active) : undefined;
  const last = window.last ?? other;
  if (!last) throw new MuxError("no-such-pane", "no last pane");
  return last;
}
