/**
 * A whole decimal number inside the given bounds, as tmux reads one: leading blanks and a sign are allowed, anything
 * after the digits is not. Undefined where it is none or out of range.
 */
export function parseInteger(text: string, lowest: number, highest: number): number | undefined {
  if (!/^[ \t\n\v\f\r]*[+-]?[0-9]+$/.test(text)) return undefined;
  const value = Number(text.trim());
  return value >= lowest && value <= highest ? value : undefined;
}

/** Bounds of C's int. */
export const INT_MAX = 2147483647;
export const INT_MIN = -2147483648;
export const UINT_MAX = 4294967295;
