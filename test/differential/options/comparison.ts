import { isDeepStrictEqual } from "node:util";
import { answer } from "./our-options.ts";
import type { Answer, RealTmux } from "./real-tmux.ts";

export interface Mismatch {
  readonly label: string;
  readonly ours: Answer;
  readonly theirs: Answer;
}

/** Runs steps on both sides and keeps only those whose answers differ, so that a failure is short to read. */
export class Comparison {
  readonly #real: RealTmux;
  readonly #steps: { label: string; ours: Answer; theirs: Promise<Answer> }[] = [];

  constructor(real: RealTmux) {
    this.#real = real;
  }

  /** What `ours` returns is what it prints, where that is an array of lines. */
  step(argv: readonly string[], ours: () => unknown): void {
    const theirs = this.#real.run(...argv);
    this.#steps.push({ label: JSON.stringify(argv), ours: answer(ours), theirs });
  }

  get count(): number {
    return this.#steps.length;
  }

  async mismatches(): Promise<Mismatch[]> {
    const found: Mismatch[] = [];
    for (const { label, ours, theirs } of this.#steps) {
      const reply = await theirs;
      if (!isDeepStrictEqual(ours, reply)) found.push({ label, ours, theirs: reply });
    }
    return found;
  }
}
