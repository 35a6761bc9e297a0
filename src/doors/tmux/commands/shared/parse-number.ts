import { CommandError } from "../../command-error.ts";

/** The largest values of C's int and unsigned int. */
export const INT_MAX = 2147483647;
export const UINT_MAX = 4294967295;

/**
 * Numbers as tmux parses them on a command line: decimal, bounded, and rejected with one of three words that the
 * command appends to its own ("width invalid", "size too large").
 */
export type NumberFault = "invalid" | "too small" | "too large";

export interface NumberRange {
  readonly min: number;
  readonly max: number;
}

export function parseNumber(text: string, { min, max }: NumberRange): number | NumberFault {
  if (!/^[\t\n\v\f\r ]*[+-]?\d+$/.test(text)) return "invalid";
  const value = Number(text);
  if (value < min) return "too small";
  return value > max ? "too large" : value;
}

/** Throws tmux's sentence about an invalid number: the command's word for it, and what is wrong. */
export function accepted(what: string, value: number | NumberFault): number {
  if (typeof value === "string") throw new CommandError(`${what} ${value}`);
  return value;
}

/** A number, or a percentage of `whole` (rounded down). */
export function parseSize(
  text: string,
  { min, max, whole }: NumberRange & { readonly whole: number },
): number | NumberFault {
  if (!text.endsWith("%")) return parseNumber(text, { min, max });
  const percent = parseNumber(text.slice(0, -1), { min: 0, max: 100 });
  if (typeof percent === "string") return percent;
  const value = Math.floor((whole * percent) / 100);
  if (value < min) return "too small";
  return value > max ? "too large" : value;
}
