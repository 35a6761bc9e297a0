import { keyName } from "../../holders/held-pane.ts";
import { change } from "./kinds.ts";
import type { Ledger } from "./ledger.ts";
import type { Store } from "./store.ts";

/**
 * Holders that are being ended on purpose. The note is committed together with the change that ends them (a closed
 * pane, a respawn), and the daemon notifies the holder right afterwards. A daemon that dies in between leaves a holder
 * without a pane; this note prevents the next daemon from adopting that holder.
 */
export class ClosingHolders {
  readonly #store: Store;
  readonly #ledger: Ledger;
  readonly #noted: Set<string>;

  constructor(store: Store, ledger: Ledger) {
    this.#store = store;
    this.#ledger = ledger;
    this.#noted = new Set([...store.under("closing")].map(([key]) => key));
  }

  /** `name` is the name of the holder's socket. */
  has(name: string): boolean {
    return this.#noted.has(name);
  }

  add(key: bigint): void {
    const name = keyName(key);
    if (this.#noted.has(name)) return;
    this.#noted.add(name);
    this.#ledger.note(change("closing", name, 1));
  }

  delete(key: bigint): void {
    this.#drop(keyName(key));
  }

  /** Discards the notes of a previous daemon about holders that no longer exist. */
  keepOnly(names: ReadonlySet<string>): void {
    for (const [name] of [...this.#store.under("closing")]) if (!names.has(name)) this.#drop(name);
  }

  #drop(name: string): void {
    if (!this.#noted.delete(name)) return;
    this.#ledger.note(change("closing", name, undefined));
    this.#ledger.commitSoon();
  }
}
