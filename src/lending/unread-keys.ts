/** Bytes of a client's terminal that a holder read but did not type, because they must be looked up as keys. */
export interface UnreadKeys {
  /** Stays the same when the same bytes are delivered again after a daemon's death. */
  readonly id: bigint;
  readonly bytes: Uint8Array;
}

interface Waiting {
  readonly keys: UnreadKeys;
  onHandled(): void;
}

type Listener = (keys: UnreadKeys) => void;

/**
 * Keys that holders read from the terminals of attached clients and that the previous daemon did not handle. The
 * holders kept them; they wait here for their client, which may reach this daemon earlier or later than the holder.
 */
export class UnreadKeysByClient {
  readonly #waiting = new Map<bigint, Waiting[]>();
  readonly #listeners = new Map<bigint, Listener>();

  add(client: bigint, keys: UnreadKeys, onHandled: () => void): void {
    const listener = this.#listeners.get(client);
    const waiting = { keys, onHandled };
    if (listener) deliver(listener, waiting);
    else this.#waiting.set(client, [...(this.#waiting.get(client) ?? []), waiting]);
  }

  /** Passes on the waiting keys and all later ones, until the returned function is called. */
  listen(client: bigint, listener: Listener): () => void {
    this.#listeners.set(client, listener);
    const waiting = this.#waiting.get(client) ?? [];
    this.#waiting.delete(client);
    for (const each of waiting) deliver(listener, each);
    return () => this.#listeners.delete(client);
  }
}

function deliver(listener: Listener, { keys, onHandled }: Waiting): void {
  listener(keys);
  onHandled();
}
