import type { StoreChange } from "./kinds.ts";
import type { Store } from "./store.ts";

/** Changes that no caller waits for (titles, activity) are committed within this time. */
const SOON_MS = 100;

/**
 * Collects all changes of the daemon and commits them in one append. Every answer, every launch and every goodbye to a
 * holder follows a commit, so everything that a caller or a holder has seen is on record.
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

  /** Number of commits that wrote something. */
  get commits(): number {
    return this.#commits;
  }

  /** Registers a source that each commit asks for its changes. The returned function removes the source. */
  addSource(takeChanges: () => readonly StoreChange[]): () => void {
    this.#sources.add(takeChanges);
    return () => this.#sources.delete(takeChanges);
  }

  /** Adds changes to the next commit. */
  note(...changes: readonly StoreChange[]): void {
    this.#noted.push(...changes);
  }

  /**
   * Commits all pending changes. `closing` may add one more change, for example the answer; `changed` says whether
   * there were any.
   */
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
