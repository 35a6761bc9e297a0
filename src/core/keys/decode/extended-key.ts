import { BASE_MASK, CTRL, characterKey, isControlCode, type Key, MODIFIERS, makeKey } from "../key.ts";
import { controlCharacter } from "../key-name.ts";
import { BACKSPACE } from "../special-keys.ts";
import { matchAt } from "./mouse-report.ts";
import type { SequenceMatch } from "./sequence-tree.ts";
import { XTERM_MODIFIERS } from "./terminal-sequences.ts";

const PARTIAL = /\x1b\[[\d;]{0,61}$/y;
const MODIFY_OTHER = /\x1b\[27;(\d+);(\d+)~/y;
const CSI_U = /\x1b\[(\d+);(\d+)u/y;

const HIGHEST = 0x10ffff;

/** Keys as numbers with modifiers: `CSI 27 ; modifiers ; key ~` (modifyOtherKeys) and `CSI key ; modifiers u`. */
export function parseExtendedKey(
  text: string,
  from: number,
  erase: number,
): SequenceMatch | "partial" | undefined {
  if (matchAt(PARTIAL, text, from)) return "partial";
  const other = matchAt(MODIFY_OTHER, text, from);
  const match = other ?? matchAt(CSI_U, text, from);
  if (!match) return undefined;
  const number = Number(other ? match[2] : match[1]);
  const modifiers = Number(other ? match[1] : match[2]);
  if (number > HIGHEST) return undefined;
  return { key: keyOf(number, XTERM_MODIFIERS[modifiers] ?? 0, erase), length: match[0].length };
}

function keyOf(number: number, modifiers: number, erase: number): Key {
  if (number === erase) return makeKey(BACKSPACE, modifiers);
  const key = number < 0x80 ? makeKey(number, modifiers) : characterKey(number, modifiers);
  return key & CTRL ? withControl(key) : key;
}

/** Control with a letter is the control character. Without such a character, Control stays a modifier. */
function withControl(key: Key): Key {
  const base = key & BASE_MASK;
  const rest = key & MODIFIERS & ~CTRL;
  if (isControlCode(base)) return makeKey(base, rest);
  const control = controlCharacter(base);
  return control === undefined ? makeKey(base, rest | CTRL) : makeKey(control, rest);
}
