import type { PanePlace } from "./host.ts";

/** Listeners for events of one pane. */
export class PaneListeners<T> {
  readonly #byPane = new Map<string, Set<(event: T) => void>>();

  /** The returned function unsubscribes. */
  add(place: PanePlace, run: (event: T) => void): () => void {
    const key = keyOf(place);
    const listeners = this.#byPane.get(key) ?? new Set();
    this.#byPane.set(key, listeners);
    listeners.add(run);
    return () => {
      listeners.delete(run);
      if (listeners.size === 0) this.#byPane.delete(key);
    };
  }

  notify(place: PanePlace, event: T): void {
    for (const run of [...(this.#byPane.get(keyOf(place)) ?? [])]) run(event);
  }

  /** Notifies for the last time: all listeners are unsubscribed before the first is called. */
  notifyLast(place: PanePlace, event: T): void {
    const listeners = this.#byPane.get(keyOf(place)) ?? [];
    this.#byPane.delete(keyOf(place));
    for (const run of [...listeners]) run(event);
  }
}

function keyOf({ server, pane }: PanePlace): string {
  return `${server}/${pane}`;
}
