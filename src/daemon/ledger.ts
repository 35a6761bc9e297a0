import type { Store, StoreChange } from "./store.ts";

/** Changes that nobody waits for (titles, activity) are written down within this time. */
const SOON_MS = 100;

/**
 * Gathers what changed anywhere in the daemon and writes it down in one append. Every answer, every launch and every
 * farewell to a holder comes after a commit; so what anybody was told, or what was set going, is on record.
 */
export class Ledger {
  readonly #store: Store;
  readonly #sources = new Set<() => readonly StoreChange[]>();
  #noted: StoreChange[] = [];
  #soon: NodeJS.Timeout | undefined;
  #commits = 0;

  constructor(store: Store) {
    this.#store = store;
  }

  /** Raised by every commit that had something to write. */
  get commits(): number {
    return this.#commits;
  }

  /** Asked for its changes at each commit, until the returned function is called. */
  addSource(takeChanges: () => readonly StoreChange[]): () => void {
    this.#sources.add(takeChanges);
    return () => this.#sources.delete(takeChanges);
  }

  /** Goes with the next commit. */
  note(...changes: readonly StoreChange[]): void {
    this.#noted.push(...changes);
  }

  /** Writes down what is there; `closing` is asked for one more change where there was any. */
  commit(closing?: (changed: boolean) => readonly StoreChange[]): void {
    clearTimeout(this.#soon);
    this.#soon = undefined;
    const changes = [...this.#sources].flatMap((take) => take()).concat(this.#noted);
    this.#noted = [];
    if (closing) changes.push(...closing(changes.length > 0));
    if (changes.length === 0) return;
    this.#commits += 1;
    this.#store.append(changes);
  }

  commitSoon(): void {
    this.#soon ??= setTimeout(() => this.commit(), SOON_MS).unref();
  }
}
