import type { LogLine } from "./log-lines.ts";

/** Keeps the newest lines, in place, and forgets the others. */
export class LastLines {
  readonly #count: number;
  #lines: LogLine[] = [];

  constructor(count: number) {
    this.#count = count;
  }

  push(line: LogLine): void {
    this.#lines.push(line);
    // Now and then, not each time: moving what is left costs as much as there is.
    if (this.#lines.length >= 2 * this.#count) this.#lines = this.#lines.slice(-this.#count);
  }

  take(): LogLine[] {
    const lines = this.#lines.slice(-this.#count);
    this.#lines = [];
    return lines;
  }
}
