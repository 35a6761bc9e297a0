import { Refusal } from "./refusal.ts";

/** Counts what is going on, and refuses what would be too much. */
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

  /** To be called once when it is over. */
  enter(): () => void {
    if (this.#current >= this.#max)
      throw new Refusal(429, `too many ${this.#what} at once (${this.#max}): try again in a moment`);
    this.#current += 1;
    return () => {
      this.#current -= 1;
    };
  }
}
