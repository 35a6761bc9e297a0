import type { PanePlace } from "./host.ts";

/** Whoever wants to hear something of one pane. */
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

  /** For the last time: all are unsubscribed before the first hears it. */
  tellOnce(place: PanePlace, told: T): void {
    const listeners = this.#byPane.get(keyOf(place)) ?? [];
    this.#byPane.delete(keyOf(place));
    for (const run of [...listeners]) run(told);
  }
}

function keyOf({ server, pane }: PanePlace): string {
  return `${server}/${pane}`;
}
