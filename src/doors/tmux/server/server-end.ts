import { deferred } from "../../../core/deferred.ts";

/**
 * The end of a server, for everything that waits for it. A server may live for weeks: a race with one promise of its end
 * would keep each command that ever waited in memory.
 */
export class ServerEnd {
  readonly #waiting = new Set<() => void>();
  #isReached = false;

  reach(): void {
    this.#isReached = true;
    for (const resume of this.#waiting) resume();
    this.#waiting.clear();
  }

  /** Resolves when the server has ended. */
  reached(): Promise<void> {
    return this.orSettled(deferred().promise);
  }

  /** Settles like the promise, or resolves when the server has ended. */
  orSettled(done: Promise<void>): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.#isReached) resolve();
      else this.#waiting.add(resolve);
      void done.then(resolve, reject).finally(() => this.#waiting.delete(resolve));
    });
  }
}
