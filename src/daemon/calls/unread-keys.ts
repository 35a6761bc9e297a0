import type { UnreadKeys } from "../../core/ports.ts";

interface Waiting {
  readonly keys: UnreadKeys;
  taken(): void;
}

type Listener = (keys: UnreadKeys) => void;

/**
 * Keys that a pane's holder read from the terminal of an attached client and that the previous daemon did not handle.
 * The holder kept them; they wait here for their client, which may reach this daemon earlier or later than the holder.
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

  /** Passes on the waiting keys and all later ones, until the returned function is called. */
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
