import { codePointOf } from "../text/utf8.ts";
import { isPrintable } from "../text/visible.ts";
import {
  BASE_MASK,
  CHARACTER_START,
  CTRL,
  characterKey,
  isCharacter,
  isUserKey,
  type Key,
  LITERAL,
  META,
  MODIFIERS,
  makeKey,
  NO_KEY,
  SHIFT,
  USER_KEYS,
  USER_START,
} from "./key.ts";
import { ANY_KEY, specialKeyNamed, specialKeyOf } from "./special-keys.ts";

/** Characters with a name. */
const CHARACTER_NAMES = new Map([
  [0x09, "Tab"],
  [0x20, "Space"],
  [0x0d, "Enter"],
  [0x1b, "Escape"],
]);
const NAMED_CHARACTERS = new Map(Array.from(CHARACTER_NAMES, ([code, name]) => [name.toLowerCase(), code]));

const MODIFIER_LETTERS = new Map([
  ["c", CTRL],
  ["m", META],
  ["s", SHIFT],
]);

/** Undefined if the text names no key; send-keys then types the text. */
export function parseKey(text: string): Key | undefined {
  if (text.toLowerCase() === "none") return NO_KEY;
  if (text.toLowerCase() === "any") return ANY_KEY;
  if (text.startsWith("0x")) return parseHex(text.slice(2));
  const caret = text.startsWith("^") && text.length > 1;
  const prefix = /^(?:.-)*/su.exec(caret ? text.slice(1) : text)![0];
  const name = text.slice(prefix.length + (caret ? 1 : 0));
  const modifiers = parseModifiers(prefix);
  if (modifiers === undefined || name === "") return undefined;
  return parseModified(name, modifiers | (caret ? CTRL : 0));
}

/** Whether the options (a session's) name this key as `prefix` or `prefix2`. */
export function isPrefix(options: { get(name: string): string | undefined }, key: Key): boolean {
  return ["prefix", "prefix2"].some((name) => parseKey(options.get(name) ?? "None") === key);
}

function parseModifiers(prefix: string): number | undefined {
  let modifiers = 0;
  for (const letter of prefix.toLowerCase().replaceAll(/(.)-/gsu, "$1")) {
    const modifier = MODIFIER_LETTERS.get(letter);
    if (modifier === undefined) return undefined;
    modifiers |= modifier;
  }
  return modifiers;
}

function parseModified(name: string, modifiers: number): Key | undefined {
  const code = codePointOf(name);
  if (code >= 0x80) {
    const single = name.length === (code > 0xffff ? 2 : 1);
    return single && isPrintable(code) ? characterKey(code, modifiers) : undefined;
  }
  if (name.length === 1) return code < 0x20 ? undefined : withControl(code, modifiers);
  const character = NAMED_CHARACTERS.get(name.toLowerCase());
  if (character !== undefined) return withControl(character, modifiers);
  const base = specialKeyNamed(name) ?? userKey(name);
  return base === undefined ? undefined : makeKey(base, modifiers);
}

/** Characters that Control leaves unchanged: C-1 is the character 1 with Control. */
const KEEP_CONTROL = new Set("!#()+,-.0123456789:;<=>'\r\t\x7f`/\x1b");

/** Control turns a letter or one of a few signs into a control character; other characters have no such form. */
function withControl(code: number, modifiers: number): Key | undefined {
  if ((modifiers & CTRL) === 0 || KEEP_CONTROL.has(String.fromCharCode(code)))
    return makeKey(code, modifiers);
  const control = controlCharacter(code);
  return control === undefined ? undefined : makeKey(control, modifiers & ~CTRL);
}

/** The control character of a letter or sign; C-A and C-a are the same. */
export function controlCharacter(code: number): number | undefined {
  if (code >= 0x61 && code <= 0x7a) return code - 0x60;
  if (code >= 0x40 && code <= 0x5f) return code - 0x40;
  if (code === 0x20) return 0;
  return code === 0x3f ? 0x7f : undefined;
}

function userKey(name: string): Key | undefined {
  const digits = /^User\s*\+?([0-9]+)/.exec(name)?.[1];
  const index = digits === undefined ? USER_KEYS : Number(digits);
  return index < USER_KEYS ? makeKey(USER_START + index) : undefined;
}

/** Parses a code point; below 32 it is the control character. */
function parseHex(digits: string): Key | undefined {
  const match = /^\s*\+?(?:0[xX])?([0-9a-fA-F]+)/.exec(digits);
  if (!match) return undefined;
  const code = Number.parseInt(match[1]!, 16);
  if (code < 0x20) return makeKey(code);
  return code < 0x80 || isPrintable(code) ? characterKey(code) : undefined;
}

/** The name that tmux prints for a key, which `parseKey` reads back. */
export function formatKey(key: Key): string {
  if (key & LITERAL) return String.fromCharCode(key & 0xff);
  if ((key & (BASE_MASK | MODIFIERS)) === 0) return "C-Space";
  const prefix = `${key & CTRL ? "C-" : ""}${key & META ? "M-" : ""}${key & SHIFT ? "S-" : ""}`;
  return prefix + formatBase(key);
}

function formatBase(key: Key): string {
  const base = key & BASE_MASK;
  if (base === NO_KEY) return "None";
  if (isCharacter(key)) return String.fromCodePoint(base - CHARACTER_START);
  if (isUserKey(key)) return `User${base - USER_START}`;
  return specialKeyOf(base)?.name ?? CHARACTER_NAMES.get(base) ?? formatAscii(base);
}

function formatAscii(code: number): string {
  if (code === 0x7f) return "C-?";
  if (code > 0x20) return String.fromCharCode(code);
  return `C-${String.fromCharCode(code === 0 || code > 26 ? 0x40 + code : 0x60 + code)}`;
}
