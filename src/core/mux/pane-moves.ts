import { MuxError } from "../errors.ts";
import type { BreakPaneOptions, DivideOptions, PaneOperations, WindowOperations } from "../mux.ts";
import type { PaneState, ServerState, SessionState, WindowState, WinlinkState } from "../tree/state.ts";
import { loseActivePane, setActivePane } from "./active-pane.ts";
import {
  closeCell,
  fitPanes,
  initLayout,
  setLayout,
  suspendZoom,
  tellLayoutChanged,
  unzoom,
} from "./geometry.ts";
import { placeIndex, setCurrent } from "./links.ts";
import { divide, lengthOf } from "./panes.ts";
import { stateOf } from "./state-of.ts";
import { attachWindow, detachLink, killWindowEverywhere } from "./window-links.ts";
import { linkInto } from "./window-moves.ts";
import { recalculateSizes } from "./window-sizes.ts";
import { defaultWindowName, newWindow, setWindowName } from "./windows.ts";

type Operations = Pick<PaneOperations, "swapPane" | "joinPane" | "breakPane"> &
  Pick<WindowOperations, "rotateWindow">;

/** Moves panes within a window or between two windows. */
export function paneMoves(server: ServerState): Operations {
  return {
    swapPane(source, target, { detached = false, keepZoom } = {}) {
      const [from, to] = [stateOf.pane(source), stateOf.pane(target)];
      const [fromWindow, toWindow] = [from.window, to.window];
      const zoomTarget = suspendZoom(toWindow, { keep: keepZoom });
      const zoomSource = fromWindow === toWindow ? zoomTarget : suspendZoom(fromWindow, { keep: keepZoom });
      if (from !== to) swapPanes(from, to, detached);
      zoomSource();
      if (fromWindow !== toWindow) zoomTarget();
    },

    joinPane(source, target, options = {}) {
      joinPane(stateOf.pane(source), stateOf.pane(target), {
        ...options,
        link: options.link && stateOf.link(options.link),
      });
      recalculateSizes(server);
    },

    breakPane: (source, pane, options) => breakPane(stateOf.link(source), stateOf.pane(pane), options),

    rotateWindow: (window, direction, { keepZoom } = {}) =>
      rotate(stateOf.window(window), direction, keepZoom),
  };
}

function swapPanes(source: PaneState, target: PaneState, detached: boolean): void {
  const [from, to] = [source.window, target.window];
  const [fromAt, toAt] = [from.panes.indexOf(source), to.panes.indexOf(target)];
  from.panes[fromAt] = target;
  to.panes[toAt] = source;
  [source.cell, target.cell] = [target.cell, source.cell];
  source.cell.pane = source;
  target.cell.pane = target;
  adopt(to, source);
  adopt(from, target);
  for (const window of new Set([from, to])) {
    fitPanes(window);
    window.server.touch(window);
  }
  if (!detached) {
    setActivePane(from, target);
    if (from !== to) setActivePane(to, source);
  } else {
    if (from.active === source) setActivePane(from, target);
    if (to.active === target) setActivePane(to, source);
  }
  tellLayoutChanged(from);
  if (from === to) return;
  if (from.last === source) from.last = undefined;
  if (to.last === target) to.last = undefined;
  tellLayoutChanged(to);
}

/** A pane inherits the options of the window that contains it. */
function adopt(window: WindowState, pane: PaneState): void {
  pane.window = window;
  pane.options.reparent(window.options);
  window.server.touch(pane);
}

interface JoinOptions extends DivideOptions {
  /** Link of the target window that becomes current afterwards. */
  readonly link?: WinlinkState | undefined;
}

function joinPane(source: PaneState, target: PaneState, options: JoinOptions): void {
  const [from, to] = [source.window, target.window];
  unzoom(to);
  unzoom(from);
  if (source === target) throw new MuxError("not-allowed", "source and target panes must be different");
  const { root, cell } = divideOrRefuse(target, options);
  // Panes get their new areas only after the source has left: an intermediate size would move their text.
  to.layout = root;
  closeCell(from, source);
  loseActivePane(from, source);
  from.panes = from.panes.filter((pane) => pane !== source);
  to.panes.splice(to.panes.indexOf(target) + (options.before ? 0 : 1), 0, source);
  adopt(to, source);
  cell.pane = source;
  setLayout(to, to.layout);
  from.server.touch(from);

  if (!options.detached) {
    setActivePane(to, source);
    const link = options.link ?? to.links[0];
    if (link) setCurrent(link.session, link);
  }
  if (from.panes.length === 0) killWindowEverywhere(from, { renumber: true });
  else tellLayoutChanged(from);
  tellLayoutChanged(to);
}

function divideOrRefuse(target: PaneState, options: DivideOptions) {
  try {
    return divide(target, options, lengthOf(options, target));
  } catch (error) {
    if (error instanceof MuxError && error.code === "no-space")
      throw new MuxError("no-space", "create pane failed: pane too small", { cause: error });
    throw error;
  }
}

function breakPane(source: WinlinkState, pane: PaneState, options: BreakPaneOptions): WinlinkState {
  const session = stateOf.session(options.session);
  const { window } = pane;
  const index = placeIndex(session, options);
  unzoom(window);
  if (window.panes.length === 1) return moveWhole(source, session, { ...options, index });
  if (index !== undefined && session.linkAt(index))
    throw new MuxError("index-taken", `index in use: ${index}`);

  const own = newWindow(window.server, window);
  loseActivePane(window, pane);
  closeCell(window, pane);
  window.panes = window.panes.filter((other) => other !== pane);
  window.server.touch(window);
  own.panes = [pane];
  own.active = pane;
  adopt(own, pane);
  const { name } = options;
  setWindowName(own, name ?? defaultWindowName(own), { automatic: name === undefined });
  initLayout(own, pane);
  const link = attachWindow(session, own, index);
  if (!options.detached) setCurrent(session, link);
  return link;
}

/** Moving the only pane of a window moves the window itself. */
function moveWhole(
  source: WinlinkState,
  session: SessionState,
  { index, name, detached = false }: { index: number | undefined; name?: string; detached?: boolean },
): WinlinkState {
  const link = linkInto(source, { session, detached, ...(index === undefined ? {} : { index }) });
  if (name !== undefined) setWindowName(link.window, name);
  detachLink(source);
  return link;
}

/** Every pane takes the position of the one before it (up) or after it (down); so does the active pane. */
function rotate(window: WindowState, direction: "up" | "down", keepZoom: boolean | undefined): void {
  const zoomAgain = suspendZoom(window, { keep: keepZoom });
  const cells = window.panes.map((pane) => pane.cell);
  const [first, ...rest] = window.panes;
  window.panes =
    direction === "up" ? [...rest, first!] : [window.panes.at(-1)!, ...window.panes.slice(0, -1)];
  window.panes.forEach((pane, index) => {
    cells[index]!.pane = pane;
  });
  fitPanes(window);
  window.server.touch(window);
  const step = direction === "up" ? 1 : -1;
  const count = window.panes.length;
  setActivePane(window, window.panes[(window.panes.indexOf(window.active) + step + count) % count]!);
  zoomAgain();
}
