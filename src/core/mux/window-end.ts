import type { PaneState, WindowState } from "../tree/state.ts";
import { clearMark } from "./active-pane.ts";
import { leaveAllModes } from "./modes.ts";

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
