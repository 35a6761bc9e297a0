import { MuxError } from "../errors.ts";
import { canonicalOptionName, optionEntry, optionTable } from "./option-table.ts";

/** An option as a caller names it: `status-left`, `update-env` for short, `status-format[1]`, `@mine`. */
export interface OptionName {
  readonly name: string;
  /** Index of one element of an array option. */
  readonly index: number | undefined;
}

export function isUserOption(name: string): boolean {
  return name.startsWith("@");
}

/** Splits name and index, the name as written; undefined if the brackets are malformed. */
export function splitOptionName(text: string): OptionName | undefined {
  const bracket = text.indexOf("[");
  if (text === "") return undefined;
  if (bracket < 0) return { name: text, index: undefined };
  const end = text.indexOf("]", bracket + 1);
  if (end !== text.length - 1 || !/[0-9]/.test(text[end - 1] ?? "")) return undefined;
  const digits = /^\[\s*([+-]?\d+)/.exec(text.slice(bracket))?.[1];
  const index = digits === undefined ? -1 : Number(digits);
  return index < 0 ? undefined : { name: text.slice(0, bracket), index };
}

/**
 * Resolves an exact name, or the only option of tmux with this prefix. User options are returned unchanged. Our own
 * options have no short names, so that those of tmux keep their meaning.
 */
export function resolveOptionName(text: string): OptionName {
  const split = splitOptionName(text);
  // tmux uses this word for malformed brackets and for an empty name too.
  if (!split) throw new MuxError("no-such-option", `ambiguous option: ${text}`);
  if (isUserOption(split.name)) return split;
  const wanted = canonicalOptionName(split.name);
  if (optionEntry(wanted)) return { ...split, name: wanted };
  const [first, ...others] = optionTable.filter(({ name, own }) => !own && name.startsWith(wanted));
  if (!first) throw new MuxError("no-such-option", `invalid option: ${text}`);
  if (others.length > 0) throw new MuxError("no-such-option", `ambiguous option: ${text}`);
  return { ...split, name: first.name };
}
