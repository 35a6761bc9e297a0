import { widthOf } from "../screen/width.ts";
import { encodeUtf8 } from "../text/utf8.ts";
import { BASE_MASK, CHARACTER_START, isCharacter, type Key, MODIFIERS } from "./key.ts";

/** The order of list-keys: by modifiers, then by key; characters beyond ASCII come last, in an order of their own. */
export function compareKeys(a: Key, b: Key): number {
  const modifiers = (a & MODIFIERS) - (b & MODIFIERS);
  if (modifiers !== 0) return modifiers;
  if (isCharacter(a) && isCharacter(b)) return characterRank(a) - characterRank(b);
  return (a & BASE_MASK) - (b & BASE_MASK);
}

/** tmux packs a character into a number: width, length, then its bytes from the last to the first. */
function characterRank(key: Key): number {
  const code = (key & BASE_MASK) - CHARACTER_START;
  const bytes = encodeUtf8(String.fromCodePoint(code));
  const packed = bytes.length > 3 ? code : bytes.reduceRight((sum, byte) => sum * 0x100 + byte, 0);
  return (widthOf(code) + 1) * 2 ** 29 + bytes.length * 2 ** 24 + packed;
}
