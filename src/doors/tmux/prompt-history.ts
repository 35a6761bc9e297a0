import type { PromptType } from "../../core/face/prompt.ts";

/** What was answered to prompts, oldest first; one history for each type. Kept up to prompt-history-limit. */
export class PromptHistory {
  readonly #limit: () => number;
  readonly #lines = new Map<PromptType, readonly string[]>();

  constructor(limit: () => number) {
    this.#limit = limit;
  }

  lines(type: PromptType): readonly string[] {
    return this.#lines.get(type) ?? [];
  }

  /** The same line twice in a row counts once. */
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
