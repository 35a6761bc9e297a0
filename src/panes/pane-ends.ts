import type { ExitState } from "../core/ports.ts";
import { type NativeServer, type PanePlace, placeKey } from "./host.ts";

type EndListener = (exit: ExitState | undefined) => void;

/** Notifies when the program of a pane ends: by itself, with its pane or its server, or to make room for another. */
export class PaneEnds {
  readonly #listeners = new Map<string, Set<EndListener>>();

  watch({ key, mux }: NativeServer): void {
    const { events } = mux.server;
    events.on("pane-exited", ({ pane, exit }) => this.#ended({ server: key, pane }, exit));
    events.on("pane-closed", ({ pane }) => this.#ended({ server: key, pane }));
    events.on("pane-respawned", ({ pane }) => this.#ended({ server: key, pane }));
  }

  /** A server ended with all its panes. */
  serverEnded({ key, mux }: NativeServer): void {
    for (const pane of mux.server.panes.keys()) this.#ended({ server: key, pane });
  }

  /** Calls `run` once, with the exit state if the program ended by itself. The returned function unsubscribes. */
  onEnd(place: PanePlace, run: EndListener): () => void {
    const key = placeKey(place);
    const listeners = this.#listeners.get(key) ?? new Set();
    this.#listeners.set(key, listeners);
    listeners.add(run);
    return () => {
      listeners.delete(run);
      if (listeners.size === 0 && this.#listeners.get(key) === listeners) this.#listeners.delete(key);
    };
  }

  #ended(place: PanePlace, exit?: ExitState): void {
    const listeners = this.#listeners.get(placeKey(place)) ?? [];
    this.#listeners.delete(placeKey(place));
    for (const run of [...listeners]) run(exit);
  }
}
