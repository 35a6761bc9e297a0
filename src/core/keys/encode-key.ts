import type { Modes } from "../screen/screen.ts";
import { encodeUtf8 } from "../text/utf8.ts";
import {
  BASE_MASK,
  CHARACTER_START,
  CTRL,
  isCharacter,
  isControlCode,
  isUserKey,
  type Key,
  LITERAL,
  META,
  META_PREFIX,
  MODIFIERS,
  makeKey,
  NO_KEY,
  SHIFT,
  SPECIAL_START,
} from "./key.ts";
import { cursorSequences, keypadSequences, modifiedSequences, plainSequences } from "./key-sequences.ts";
import { BACKSPACE, isMouseKey, specialKeyOf } from "./special-keys.ts";

/** The modes that the pane's application requested, and the one option that matters. */
export interface KeyModes extends Pick<Modes, "applicationCursor" | "applicationKeypad" | "extendedKeys"> {
  /** The option `backspace`; Delete (0x7f) if absent. */
  readonly backspace?: Key | undefined;
}

const DELETE = 0x7f;
const ESCAPE = "\x1b";

/**
 * The bytes that an application receives for a key; undefined for a key without meaning in these modes (send-keys
 * then types its name) and for the mouse, whose events are encoded with their position.
 */
export function encodeKey(key: Key, modes: KeyModes): Uint8Array | undefined {
  if (key & LITERAL) return Uint8Array.of(key & 0xff);
  const base = key & BASE_MASK;
  if (isMouseKey(base) || base === NO_KEY) return undefined;
  if (base === BACKSPACE) return encodeKey(makeKey(backspaceCode(modes), key & ~BASE_MASK), modes);
  const text = characterText(key) ?? sequenceText(key, modes) ?? unnamedText(key, modes);
  return text === undefined ? undefined : encodeUtf8(text);
}

function backspaceCode({ backspace = makeKey(DELETE) }: KeyModes): number {
  return Math.min(backspace, DELETE);
}

/**
 * A character is sent unchanged, after an Escape for Meta; other modifiers count only with the first 128. A user key
 * is a character without any bytes.
 */
function characterText(key: Key): string | undefined {
  const base = key & BASE_MASK;
  const escaped = key & META ? ESCAPE : "";
  if (isUserKey(key)) return escaped;
  if (isCharacter(key)) return escaped + String.fromCodePoint(base - CHARACTER_START);
  const plain = base < SPECIAL_START && (key & (CTRL | SHIFT)) === 0;
  return plain ? escaped + String.fromCharCode(base) : undefined;
}

/** The sequence of a special key. Meta is a parameter of the sequence, or an Escape before it. */
function sequenceText(key: Key, modes: KeyModes): string | undefined {
  const special = specialKeyOf(key & BASE_MASK);
  if (!special) return undefined;
  const modifiers = key & MODIFIERS;
  const parameterMeta = special.function && (key & META_PREFIX) === 0;
  if (modifiers === 0) return plainText(special.name, modes);
  if (modifiers === META && !parameterMeta) return withEscape(plainText(special.name, modes));
  const modified = modifiedSequences.get(special.name);
  if (!modified) return undefined;
  if (parameterMeta || (modifiers & META) === 0) return modified.join(String(modifierNumber(modifiers)));
  return withEscape(modified.join(String(modifierNumber(modifiers & ~META))));
}

function withEscape(text: string | undefined): string | undefined {
  return text === undefined ? undefined : ESCAPE + text;
}

function plainText(name: string, modes: KeyModes): string | undefined {
  const cursor = modes.applicationCursor ? cursorSequences.get(name) : undefined;
  const keypad = modes.applicationKeypad ? keypadSequences.get(name) : undefined;
  return cursor ?? keypad ?? plainSequences.get(name);
}

/** As in every xterm sequence: one more than the sum of Shift 1, Meta 2 and Control 4. */
function modifierNumber(modifiers: number): number {
  return 1 + (modifiers & SHIFT ? 1 : 0) + (modifiers & META ? 2 : 0) + (modifiers & CTRL ? 4 : 0);
}

function unnamedText(key: Key, modes: KeyModes): string | undefined {
  if (modes.extendedKeys) return extendedText(key);
  if ((key & MODIFIERS) !== CTRL) return undefined;
  const code = controlCode(key & BASE_MASK);
  return code === undefined ? "" : String.fromCharCode(code);
}

const CONTROL_CODES = new Map([
  [" ", 0],
  ["2", 0],
  ["|", 28],
  ["6", 30],
  ["-", 31],
  ["/", 31],
  ["?", DELETE],
]);

/** The control character that a terminal without extended keys would send; tmux counts the capitals from zero. */
function controlCode(base: number): number | undefined {
  const character = String.fromCharCode(base);
  const special = CONTROL_CODES.get(character);
  if (special !== undefined) return special;
  if (character >= "A" && character <= "_") return base - 0x41;
  return character >= "a" && character <= "~" ? base - 0x60 : undefined;
}

/** Keys with modifiers that have no sequence of their own are sent as CSI code ; modifiers u. */
function extendedText(key: Key): string | undefined {
  const base = key & BASE_MASK;
  const control = isControlCode(base);
  const modifiers = (key & MODIFIERS) | (control ? CTRL : 0);
  if (modifiers === 0) return undefined;
  return `${ESCAPE}[${control ? base + 0x40 : extendedCode(base)};${modifierNumber(modifiers)}u`;
}

/** tmux exposes its own numbers of special keys here, in a range of Unicode without characters. */
function extendedCode(base: number): number {
  return base < SPECIAL_START ? base : 0x10e000 + base - SPECIAL_START;
}
