import type { PromptType } from "../../../core/face/prompt.ts";

/** Types of command-prompt; each has a history of its own. */
const promptTypes: readonly PromptType[] = ["command", "search", "target", "window-target"];

/** The type of this name; undefined if there is none. */
export function promptType(name: string): PromptType | undefined {
  return promptTypes.find((type) => type === name);
}

/** The histories that -T names: without it, all. Undefined if there is no such type. */
export function historyTypes(name: string | undefined): readonly PromptType[] | undefined {
  if (name === undefined) return promptTypes;
  const type = promptType(name);
  return type && [type];
}
