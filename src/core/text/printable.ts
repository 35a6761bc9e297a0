import { NO_WIDTH, widthOf } from "../screen/width.ts";

/**
 * Whether a C library would print this code point. tmux takes a character it would not print for bytes that are no
 * UTF-8: control characters, surrogates, and code points without a character.
 */
export function isPrintable(code: number): boolean {
  if (code < 0x80) return code >= 0x20 && code < 0x7f;
  return code <= 0x10ffff && widthOf(code) !== NO_WIDTH;
}
