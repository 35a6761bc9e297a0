import { MuxError } from "../errors.ts";
import { canonicalOptionName, optionEntry, optionTable } from "./option-table.ts";

/** An option as a caller names it: `status-left`, `update-env` for short, `status-format[1]`, `@mine`. */
export interface OptionName {
  readonly name: string;
  /** Of one element of an array option. */
  readonly index: number | undefined;
}

export function isUserOption(name: string): boolean {
  return name.startsWith("@");
}

/** Name and index apart, the name as it was written; undefined where the brackets are wrong. */
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
 * The option that is meant: an exact name, or the only one of tmux's that begins so. User options are taken as they are.
 * Options of our own have no short names, so that those of tmux mean what they mean there.
 */
export function resolveOptionName(text: string): OptionName {
  const split = splitOptionName(text);
  // tmux's word for brackets that are wrong too, and for no name at all.
  if (!split) throw new MuxError("no-such-option", `ambiguous option: ${text}`);
  if (isUserOption(split.name)) return split;
  const wanted = canonicalOptionName(split.name);
  if (optionEntry(wanted)) return { ...split, name: wanted };
  const [first, ...others] = optionTable.filter(({ name, own }) => !own && name.startsWith(wanted));
  if (!first) throw new MuxError("no-such-option", `invalid option: ${text}`);
  if (others.length > 0) throw new MuxError("no-such-option", `ambiguous option: ${text}`);
  return { ...split, name: first.name };
}
