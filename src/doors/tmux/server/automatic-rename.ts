import type { PaneId } from "../../../core/ids.ts";
import type { Window } from "../../../core/tree/tree.ts";
import type { Door } from "../door.ts";

/** Minimum time between two checks of a window. */
const INTERVAL_MS = 500;

/**
 * With automatic-rename a window is named by automatic-rename-format, by default after its foreground program. The
 * system does not report when that changes, so the name is checked after the active pane prints something or changes
 * its mode, or another pane becomes active, as in tmux.
 */
export function renameAutomatically(door: Door): void {
  const { hosted, mux, server } = door;
  const { clock } = door.context;
  /** Windows with a pending check, and the function that cancels it. */
  const due = new Map<Window, () => void>();
  const looked = new WeakMap<Window, number>();
  const isOpen = (window: Window) => server.windows.get(window.id) === window;
  const check = (window: Window) => {
    due.delete(window);
    looked.set(window, clock.now());
    if (!isOpen(window) || !window.options.flag("automatic-rename")) return;
    const format = window.options.get("automatic-rename-format") ?? "";
    const name = door.expand(format, { window, pane: window.active });
    if (name === window.name) return;
    mux.renameWindow(window, name, { automatic: true });
    hosted.commit();
  };
  const onChanged = (window: Window | undefined) => {
    if (!window || due.has(window)) return;
    const sinceMs = clock.now() - (looked.get(window) ?? 0);
    due.set(
      window,
      clock.after(Math.max(0, INTERVAL_MS - sinceMs), () => check(window)),
    );
  };
  const onPaneChanged = ({ pane: id }: { readonly pane: PaneId }) => {
    const pane = server.panes.get(id);
    if (pane?.window.active === pane) onChanged(pane?.window);
  };
  server.events.on("pane-output", onPaneChanged);
  server.events.on("pane-mode-changed", onPaneChanged);
  server.events.on("window-pane-changed", ({ window }) => onChanged(server.windows.get(window)));
  server.events.on("window-closed", () => {
    for (const [window, cancel] of due) {
      if (isOpen(window)) continue;
      cancel();
      due.delete(window);
    }
  });
}
