import type { PaneState, ServerState, WindowState } from "../tree/state.ts";
import { followFocus, updateFocus } from "./focus.ts";

/** Makes a pane the active one of its window. Returns false if it already is. */
export function setActivePane(
  window: WindowState,
  pane: PaneState,
  { quiet = false }: { readonly quiet?: boolean } = {},
): boolean {
  if (window.active === pane) return false;
  const { server } = window;
  window.last = window.active;
  window.active = pane;
  pane.activePoint = server.next.active++;
  server.touch(window);
  server.touch(pane);
  server.touch(server.next);
  followFocus(window.last, pane);
  if (!quiet) tellActivePane(window);
  return true;
}

/**
 * Picks a new active pane before a pane leaves its window, which still lists it: the last active one, else the
 * previous neighbour, else the next.
 */
export function loseActivePane(window: WindowState, pane: PaneState): void {
  const { server } = window;
  if (server.marked === pane) clearMark(server);
  if (window.last === pane) window.last = undefined;
  if (window.active !== pane) return;
  const at = window.panes.indexOf(pane);
  const heir = window.last ?? window.panes[at - 1] ?? window.panes[at + 1];
  window.last = undefined;
  if (!heir) return;
  window.active = heir;
  tellActivePane(window);
  updateFocus(heir);
}

export function clearMark(server: ServerState): void {
  server.marked = undefined;
  server.markedLink = undefined;
  server.markedWindow = undefined;
  server.touch(server.next);
}

function tellActivePane(window: WindowState): void {
  window.server.emit("window-pane-changed", () => ({ window: window.id, pane: window.active.id }));
}
