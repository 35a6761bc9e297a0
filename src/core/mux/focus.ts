import type { PaneState } from "../tree/pane-state.ts";
import type { WindowState } from "../tree/window-state.ts";

/** With focus-events on: a pane has the focus while a client looks at its window and it is the active one there. */
export function updateFocus(pane: PaneState): void {
  const { window } = pane;
  const { server } = window;
  if (!server.options.flag("focus-events")) return;
  const focused =
    window.active === pane && server.clients.some((client) => client.session?.current.window === window);
  if (focused === pane.focused) return;
  pane.focused = focused;
  server.emit(focused ? "pane-focus-in" : "pane-focus-out", { pane: pane.id });
}

export function updateWindowFocus(window: WindowState): void {
  if (window.active) updateFocus(window.active);
}
