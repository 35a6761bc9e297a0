const FIRST_MS = 250;
const LONGEST_MS = 4_000;

/** Waits between attempts to connect: doubles from a quarter of a second to four seconds, and restarts after a success. */
export class BackOff {
  readonly #random: () => number;
  #failures = 0;

  constructor(random: () => number = Math.random) {
    this.#random = random;
  }

  /** Milliseconds until the next attempt. Half of the wait is random, so that many pages do not return in step. */
  next(): number {
    const wait = Math.min(LONGEST_MS, FIRST_MS * 2 ** this.#failures);
    this.#failures += 1;
    return Math.round(wait / 2 + (wait / 2) * this.#random());
  }

  reset(): void {
    this.#failures = 0;
  }
}
