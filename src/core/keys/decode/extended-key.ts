import { BASE_MASK, CTRL, characterKey, type Key, MODIFIERS, makeKey } from "../key.ts";
import { specialKeyCalled } from "../special-keys.ts";
import { matchAt } from "./mouse-report.ts";
import type { SequenceMatch } from "./sequence-tree.ts";
import { XTERM_MODIFIERS } from "./terminal-sequences.ts";

const PARTIAL = /\x1b\[[\d;]{0,61}$/y;
const MODIFY_OTHER = /\x1b\[27;(\d+);(\d+)~/y;
const CSI_U = /\x1b\[(\d+);(\d+)u/y;

const BACKSPACE = specialKeyCalled("BSpace");
const HIGHEST = 0x10ffff;

/** Keys as numbers with modifiers: `CSI 27 ; modifiers ; key ~` (modifyOtherKeys) and `CSI key ; modifiers u`. */
export function parseExtendedKey(
  text: string,
  from: number,
  erase: number,
): SequenceMatch | "partial" | undefined {
  if (matchAt(PARTIAL, text, from)) return "partial";
  const other = matchAt(MODIFY_OTHER, text, from);
  const csi = other ? undefined : matchAt(CSI_U, text, from);
  const match = other ?? csi;
  if (!match) return undefined;
  const [number, modifiers] = (other ? [match[2], match[1]] : [match[1], match[2]]).map(Number) as [
    number,
    number,
  ];
  if (number > HIGHEST) return undefined;
  return { key: keyOf(number, XTERM_MODIFIERS[modifiers] ?? 0, erase), length: match[0].length };
}

function keyOf(number: number, modifiers: number, erase: number): Key {
  if (number === erase) return makeKey(BACKSPACE, modifiers);
  const key = number < 0x80 ? makeKey(number, modifiers) : characterKey(number, modifiers);
  return key & CTRL ? withControl(key) : key;
}

const OWN_CODE = new Set([0x09, 0x0d, 0x1b]);

/**
 * Control with a letter is the control character: C-A and C-a are the same. Without such a character, Control stays a
 * modifier.
 */
function withControl(key: Key): Key {
  const base = key & BASE_MASK;
  const rest = key & MODIFIERS & ~CTRL;
  if (base < 0x20 && !OWN_CODE.has(base)) return makeKey(base, rest);
  if (base >= 0x61 && base <= 0x7a) return makeKey(base - 0x60, rest);
  if (base >= 0x40 && base <= 0x5f) return makeKey(base - 0x40, rest);
  if (base === 0x20) return makeKey(0, rest);
  return base === 0x3f ? makeKey(0x7f, rest) : makeKey(base, rest | CTRL);
}
