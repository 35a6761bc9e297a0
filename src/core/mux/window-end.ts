import type { PaneState } from "../tree/pane-state.ts";
import type { SessionState } from "../tree/session-state.ts";
import type { WindowState } from "../tree/window-state.ts";
import { clearMark } from "./active-pane.ts";
import { unzoom } from "./geometry.ts";
import { detachLink } from "./links.ts";
import { leaveAllModes } from "./modes.ts";
import { renumberLinks } from "./renumber.ts";
import { recalculateSizes } from "./window-sizes.ts";

/** Removes a window from every session that holds it, which ends it. */
export function killWindowEverywhere(
  window: WindowState,
  { renumber }: { readonly renumber: boolean },
): void {
  const { server } = window;
  for (const session of server.sessionsByName()) {
    if (!session.links.some((link) => link.window === window)) continue;
    unzoom(window);
    detachFrom(session, window);
    if (renumber && server.sessions.has(session.id)) renumberIfWanted(session);
  }
  recalculateSizes(server);
}

function detachFrom(session: SessionState, window: WindowState): void {
  for (;;) {
    const link = session.links.find((held) => held.window === window);
    if (!link || detachLink(link)) return;
  }
}

export function renumberIfWanted(session: SessionState): void {
  if (!session.options.flag("renumber-windows")) return;
  for (const member of session.grouped) renumberLinks(member);
}

/** Ends a window whose last link has been removed. */
export function destroyWindow(window: WindowState): void {
  const { server } = window;
  window.cancelSilence?.();
  server.windows.delete(window.id);
  server.touch(window);
  for (const pane of window.panes) destroyPane(pane);
  window.panes = [];
  server.emit("window-closed", { window: window.id });
}

/** Ends the process of a pane and removes the pane. The caller updates the window's lists. */
export function destroyPane(pane: PaneState): void {
  const { window } = pane;
  const { server } = window;
  if (server.marked === pane) clearMark(server);
  leaveAllModes(pane);
  pane.process?.close();
  pane.process = undefined;
  server.panes.delete(pane.id);
  server.touch(pane);
  server.agents.forget(pane.id);
  server.emit("pane-closed", { pane: pane.id, window: window.id });
}
