import { encodeUtf8 } from "../text/utf8.ts";
import type { PaneState } from "../tree/pane-state.ts";
import type { WindowState } from "../tree/window-state.ts";

/** A pane has the focus while a client that has it looks at its window and it is the active one there. */
export function updateFocus(pane: PaneState): void {
  const { window } = pane;
  const { server } = window;
  const focused =
    window.active === pane &&
    server.clients.some((client) => client.focused && client.session?.current.window === window);
  if (focused === pane.focused) return;
  pane.focused = focused;
  if (pane.screen.modes.focusEvents) reportFocus(pane);
  server.emit(focused ? "pane-focus-in" : "pane-focus-out", { pane: pane.id });
}

/** Tells a pane's application whether the pane has the focus. */
export function reportFocus({ process, focused }: PaneState): void {
  void process?.write(encodeUtf8(focused ? "\x1b[I" : "\x1b[O"));
}

/** Inside a window and between windows tmux follows the focus only with focus-events on. */
export function followFocus(...panes: (PaneState | undefined)[]): void {
  for (const pane of panes) if (pane?.window.server.options.flag("focus-events")) updateFocus(pane);
}

export function updateWindowFocus(window: WindowState): void {
  if (window.active) updateFocus(window.active);
}
