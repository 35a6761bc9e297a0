/**
 * A key as a number: what was pressed in the low bits, modifiers above it. tmux's numbers are others (64 bits wide, which
 * no JavaScript number is), but order alike; `compareKeys` has the exception.
 *
 *   0x000000 – 0x00007f  ASCII; below 0x20 the control characters themselves
 *   0x000080 – 0x0007ff  special keys, by their place in `specialKeys`
 *   0x000800 – 0x000be7  User0 to User999
 *   0x001000 – 0x110fff  a character, by its code point (one below 0x80 when given in hexadecimal)
 *   0x1fffff             no key
 */
export type Key = number & { readonly __key: true };

export const BASE_MASK = 0x1fffff;
export const META = 1 << 21;
export const CTRL = 1 << 22;
export const SHIFT = 1 << 23;
/** The low eight bits are a byte to be sent unchanged. */
export const LITERAL = 1 << 24;
/** Meta was typed as an Escape before the key, and is passed on in that form. Key names never produce this flag. */
export const META_PREFIX = 1 << 25;
export const MODIFIERS = META | CTRL | SHIFT;

export const SPECIAL_START = 0x80;
export const USER_START = 0x800;
export const USER_KEYS = 1000;
export const CHARACTER_START = 0x1000;

export const NO_KEY = 0x1fffff as Key;

export function makeKey(base: number, modifiers = 0): Key {
  return (base | modifiers) as Key;
}

/** A byte that is sent unchanged, whatever it means. */
export function literalKey(byte: number): Key {
  return makeKey(byte & 0xff, LITERAL);
}

export function characterKey(codePoint: number, modifiers = 0): Key {
  return makeKey(CHARACTER_START + codePoint, modifiers);
}

export function isCharacter(key: Key): boolean {
  const base = key & BASE_MASK;
  return base >= CHARACTER_START && base !== NO_KEY;
}

export function isUserKey(key: Key): boolean {
  const base = key & BASE_MASK;
  return base >= USER_START && base < USER_START + USER_KEYS;
}

const CODES_WITH_NAMES = new Set([0x09, 0x0d, 0x1b]);

/** Whether an ASCII code is a letter or sign with Control; Tab, Enter and Escape are keys of their own. */
export function isControlCode(code: number): boolean {
  return code < 0x20 && !CODES_WITH_NAMES.has(code);
}

/** The form in which key tables look up a key: only the key and its modifiers, without flags. */
export function bindable(key: Key): Key {
  return (key & (BASE_MASK | MODIFIERS)) as Key;
}
