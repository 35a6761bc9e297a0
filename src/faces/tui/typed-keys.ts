import { typePresses } from "../../core/keys/type-keys.ts";
import type { KeyPress, Pane } from "../../core/tree/tree.ts";

/**
 * Keys on their way to a pane. Each key is a separate write with its own id, so that a key resent after a daemon's
 * death is not typed twice. Keys that arrived in bulk are combined: a paste is one write, not a thousand.
 */
export class TypedKeys {
  #pane: Pane | undefined;
  #presses: KeyPress[] = [];
  #later = false;
  /** Whether the following keys arrived in bulk. */
  bulk = false;

  /** Whether bulk keys have not been typed yet. */
  get waiting(): boolean {
    return this.#presses.length > 0;
  }

  add(pane: Pane, press: KeyPress): void {
    if (this.#pane !== pane) this.flush();
    this.#pane = pane;
    this.#presses.push(press);
    if (!this.bulk) this.flush();
    else this.#flushLater();
  }

  /** Adds a key for the same pane to those that wait. */
  join(press: KeyPress): void {
    this.#presses.push(press);
  }

  #flushLater(): void {
    if (this.#later) return;
    this.#later = true;
    queueMicrotask(() => {
      this.#later = false;
      this.flush();
    });
  }

  flush(): void {
    const pane = this.#pane;
    const presses = this.#presses;
    this.#pane = undefined;
    this.#presses = [];
    if (pane && presses.length > 0) typePresses(pane, presses);
  }
}
