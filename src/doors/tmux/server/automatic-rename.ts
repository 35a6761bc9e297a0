import type { PaneId } from "../../../core/ids.ts";
import type { Window } from "../../../core/tree/tree.ts";
import type { DoorServer } from "./door-server.ts";

/** Minimum time between two checks of a window. */
const INTERVAL_MS = 500;

/**
 * With automatic-rename a window is named by automatic-rename-format, by default after its foreground program. The
 * system does not report when that changes, so the name is checked after the active pane prints something or changes
 * its mode, or another pane becomes active, as in tmux.
 */
export class AutomaticRename {
  readonly #door: DoorServer;
  /** Windows with a pending check, and the function that cancels it. */
  readonly #due = new Map<Window, () => void>();
  readonly #looked = new WeakMap<Window, number>();

  constructor(door: DoorServer) {
    this.#door = door;
    const { events, windows } = door.server;
    events.on("pane-output", ({ pane }) => this.#paneChanged(pane));
    events.on("pane-mode-changed", ({ pane }) => this.#paneChanged(pane));
    events.on("window-pane-changed", ({ window }) => this.#changed(windows.get(window)));
    events.on("window-closed", () => this.#forgetClosed());
  }

  #paneChanged(id: PaneId): void {
    const pane = this.#door.server.panes.get(id);
    if (pane?.window.active === pane) this.#changed(pane?.window);
  }

  #changed(window: Window | undefined): void {
    if (!window || this.#due.has(window)) return;
    const { clock } = this.#door.context;
    const sinceMs = clock.now() - (this.#looked.get(window) ?? 0);
    const cancel = clock.after(Math.max(0, INTERVAL_MS - sinceMs), () => {
      this.#due.delete(window);
      this.#looked.set(window, clock.now());
      this.#rename(window);
    });
    this.#due.set(window, cancel);
  }

  #rename(window: Window): void {
    const { server, mux, hosted } = this.#door;
    if (server.windows.get(window.id) !== window || !window.options.flag("automatic-rename")) return;
    const format = window.options.get("automatic-rename-format") ?? "";
    const name = this.#door.expand(format, { window, pane: window.active });
    if (name === window.name) return;
    mux.renameWindow(window, name, { automatic: true });
    hosted.commit();
  }

  #forgetClosed(): void {
    for (const [window, cancel] of this.#due) {
      if (this.#door.server.windows.get(window.id) === window) continue;
      cancel();
      this.#due.delete(window);
    }
  }
}
