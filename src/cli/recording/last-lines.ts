import type { LogLine } from "./log-lines.ts";

/** Keeps the newest lines in their order and discards the others. */
export class LastLines {
  readonly #count: number;
  #lines: LogLine[] = [];

  constructor(count: number) {
    this.#count = count;
  }

  push(line: LogLine): void {
    this.#lines.push(line);
    // Trims only at twice the count, because each trim copies all remaining lines.
    if (this.#lines.length >= 2 * this.#count) this.#lines = this.#lines.slice(-this.#count);
  }

  take(): LogLine[] {
    const lines = this.#lines.slice(-this.#count);
    this.#lines = [];
    return lines;
  }
}
