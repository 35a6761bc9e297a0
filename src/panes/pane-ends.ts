import type { PaneId } from "../core/ids.ts";
import type { ExitState } from "../core/ports.ts";
import type { NativeServer, PanePlace } from "./host.ts";
import { PaneListeners } from "./pane-listeners.ts";

/** Notifies when the program of a pane ends: by itself, with its pane or its server, or to make room for another. */
export class PaneEnds {
  readonly #listeners = new PaneListeners<ExitState | undefined>();

  watch(server: NativeServer): void {
    const { events } = server.mux.server;
    const ended = (pane: PaneId, exit?: ExitState) =>
      this.#listeners.notifyLast({ server: server.key, pane }, exit);
    events.on("pane-exited", ({ pane, exit }) => ended(pane, exit));
    events.on("pane-closed", ({ pane }) => ended(pane));
    events.on("pane-respawned", ({ pane }) => ended(pane));
  }

  /** A server ended with all its panes. */
  serverEnded({ key, mux }: NativeServer): void {
    for (const pane of mux.server.panes.keys()) this.#listeners.notifyLast({ server: key, pane }, undefined);
  }

  /**
   * Calls `run` once, with the exit state if the program ended by itself. The returned function unsubscribes.
   */
  onEnd(place: PanePlace, run: (exit: ExitState | undefined) => void): () => void {
    return this.#listeners.add(place, run);
  }
}
