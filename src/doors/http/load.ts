import { Refusal } from "./refusal.ts";

/** Counts what is in progress and rejects what exceeds the limit. */
export class Load {
  readonly #max: number;
  readonly #what: string;
  #current = 0;

  constructor(max: number, what: string) {
    this.#max = max;
    this.#what = what;
  }

  get current(): number {
    return this.#current;
  }

  /** Counts one more. The caller calls the returned function once at the end. */
  enter(): () => void {
    if (this.#current >= this.#max)
      throw new Refusal(429, `too many ${this.#what} at once (${this.#max}): try again in a moment`);
    this.#current += 1;
    return () => {
      this.#current -= 1;
    };
  }
}
