import type { PromptType } from "../../../core/face/prompt.ts";

/** Answers to prompts, oldest first, with one history per type, up to prompt-history-limit. */
export class PromptHistory {
  readonly #limit: () => number;
  readonly #lines = new Map<PromptType, readonly string[]>();

  constructor(limit: () => number) {
    this.#limit = limit;
  }

  lines(type: PromptType): readonly string[] {
    return this.#lines.get(type) ?? [];
  }

  /** Adds a line; consecutive duplicates count once. */
  add(type: PromptType, line: string): void {
    const lines = this.lines(type);
    const all = lines.at(-1) === line ? lines : [...lines, line];
    const limit = this.#limit();
    this.#lines.set(type, limit === 0 ? [] : all.slice(-limit));
  }

  clear(type: PromptType): void {
    this.#lines.delete(type);
  }
}
