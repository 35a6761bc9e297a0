import type { PanePlace } from "./host.ts";

/** Listeners for events of one pane. */
export class PaneListeners<T> {
  readonly #byPane = new Map<string, Set<(told: T) => void>>();

  /** The returned function unsubscribes. */
  add(place: PanePlace, run: (told: T) => void): () => void {
    const key = keyOf(place);
    const listeners = this.#byPane.get(key) ?? new Set();
    this.#byPane.set(key, listeners);
    listeners.add(run);
    return () => {
      listeners.delete(run);
      if (listeners.size === 0) this.#byPane.delete(key);
    };
  }

  tell(place: PanePlace, told: T): void {
    for (const run of [...(this.#byPane.get(keyOf(place)) ?? [])]) run(told);
  }

  /** Notifies for the last time: all listeners are unsubscribed before the first is called. */
  tellOnce(place: PanePlace, told: T): void {
    const listeners = this.#byPane.get(keyOf(place)) ?? [];
    this.#byPane.delete(keyOf(place));
    for (const run of [...listeners]) run(told);
  }
}

function keyOf({ server, pane }: PanePlace): string {
  return `${server}/${pane}`;
}
