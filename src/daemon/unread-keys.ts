import type { UnreadKeys } from "../core/ports.ts";

interface Waiting {
  readonly keys: UnreadKeys;
  taken(): void;
}

type Listener = (keys: UnreadKeys) => void;

/**
 * Keys that were read from an attached client's terminal for a pane, and that the former daemon did not deal with. The
 * pane's holder has kept them; they wait here for their client, which finds this daemon sooner or later than the holder.
 */
export class UnreadKeysByClient {
  readonly #waiting = new Map<bigint, Waiting[]>();
  readonly #listeners = new Map<bigint, Listener>();

  add(client: bigint, keys: UnreadKeys, taken: () => void): void {
    const listener = this.#listeners.get(client);
    const waiting = { keys, taken };
    if (listener) tell(listener, waiting);
    else this.#waiting.set(client, [...(this.#waiting.get(client) ?? []), waiting]);
  }

  /** Those that wait, and any that come later, until the returned function is called. */
  listen(client: bigint, listener: Listener): () => void {
    this.#listeners.set(client, listener);
    const waiting = this.#waiting.get(client) ?? [];
    this.#waiting.delete(client);
    for (const each of waiting) tell(listener, each);
    return () => this.#listeners.delete(client);
  }
}

function tell(listener: Listener, { keys, taken }: Waiting): void {
  listener(keys);
  taken();
}
