import { lastAtMost } from "../parts/last-at-most.ts";

/** The rows of a long list that a person can see. Rows have their own heights; only visible ones are drawn. */
export class RowHeights {
  /** The top of each row, and the end of the last. */
  readonly #tops: readonly number[];

  constructor(heights: readonly number[]) {
    const tops = [0];
    for (const height of heights) tops.push(tops[tops.length - 1]! + height);
    this.#tops = tops;
  }

  get total(): number {
    return this.#tops[this.#tops.length - 1]!;
  }

  top(row: number): number {
    return this.#tops[row] ?? this.total;
  }

  /** First and last row (not included) that the part from `from` to `to` touches. */
  between(from: number, to: number): { readonly first: number; readonly end: number } {
    const first = this.#rowAt(from);
    const end = to <= from ? first : Math.min(this.#tops.length - 1, this.#rowAt(to - 1) + 1);
    return { first, end: Math.max(first, end) };
  }

  #rowAt(y: number): number {
    return Math.max(0, lastAtMost(this.#tops, y));
  }
}
