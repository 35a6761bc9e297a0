import { encodeUtf8 } from "../text/utf8.ts";
import type { PaneState, WindowState } from "../tree/state.ts";

/** A pane has the focus while it is the active pane of a window shown by a client whose terminal has the focus. */
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

/** Reports the pane's focus to its application. */
export function reportFocus({ process, focused }: PaneState): void {
  void process?.write(encodeUtf8(focused ? "\x1b[I" : "\x1b[O"));
}

const [ESC, BRACKET, IN, OUT] = [0x1b, 0x5b, 0x49, 0x4f];

/** A report of the focus is input of the program, but no key of a person's. */
export function isFocusReport(bytes: Uint8Array): boolean {
  if (bytes.length !== 3 || bytes[0] !== ESC || bytes[1] !== BRACKET) return false;
  return bytes[2] === IN || bytes[2] === OUT;
}

/** tmux updates the focus within and between windows only with focus-events on. */
export function followFocus(...panes: (PaneState | undefined)[]): void {
  for (const pane of panes) if (pane?.window.server.options.flag("focus-events")) updateFocus(pane);
}

export function updateWindowFocus(window: WindowState): void {
  if (window.active) updateFocus(window.active);
}
