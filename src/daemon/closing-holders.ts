import { keyName } from "../holders/held-pane.ts";
import type { Ledger } from "./ledger.ts";
import type { Store } from "./store.ts";

const PREFIX = "closing/";

/**
 * Processes that are ended on purpose, until they are gone. The note is committed with what ended them (a closed pane, a
 * respawn), and the holder hears of it right afterwards; a daemon that dies in between leaves a holder that no pane owns,
 * and only this tells its successor that it is not to be adopted.
 */
export class ClosingHolders {
  readonly #store: Store;
  readonly #ledger: Ledger;
  readonly #noted: Set<string>;

  constructor(store: Store, ledger: Ledger) {
    this.#store = store;
    this.#ledger = ledger;
    this.#noted = new Set([...store.under(PREFIX)].map(([key]) => key));
  }

  /** Named as its socket is. */
  has(name: string): boolean {
    return this.#noted.has(name);
  }

  add(key: bigint): void {
    const name = keyName(key);
    if (this.#noted.has(name)) return;
    this.#noted.add(name);
    this.#ledger.note({ key: PREFIX + name, value: 1 });
  }

  delete(key: bigint): void {
    this.#drop(keyName(key));
  }

  /** Of a former daemon: those whose holders are gone. */
  keepOnly(names: ReadonlySet<string>): void {
    for (const [name] of [...this.#store.under(PREFIX)]) if (!names.has(name)) this.#drop(name);
  }

  #drop(name: string): void {
    if (!this.#noted.delete(name)) return;
    this.#ledger.note({ key: PREFIX + name, value: undefined });
    this.#ledger.commitSoon();
  }
}
