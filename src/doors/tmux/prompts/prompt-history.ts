import type { PromptType } from "../../../core/face/prompt.ts";
import { CommandError } from "../command-error.ts";

/** Types of command-prompt; each has a history of its own. */
const promptTypes: readonly PromptType[] = ["command", "search", "target", "window-target"];

/** The type of this name; undefined if there is none. */
export function promptType(name: string): PromptType | undefined {
  return promptTypes.find((type) => type === name);
}

/** The histories that -T names: without it, all. */
export function historyTypes(name: string | undefined): readonly PromptType[] {
  if (name === undefined) return promptTypes;
  const type = promptType(name);
  if (!type) throw new CommandError(`invalid type: ${name}`);
  return [type];
}

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
