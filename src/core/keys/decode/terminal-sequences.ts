import { CTRL, type Key, META, META_PREFIX, makeKey, SHIFT } from "../key.ts";
import {
  cursorLetters,
  cursorSequences,
  functionLetters,
  keyNumbers,
  keypadSequences,
  modifiedSequences,
  plainSequences,
} from "../key-sequences.ts";
import { specialKeyCalled } from "../special-keys.ts";

type Row = readonly [sequence: string, key: Key];

function key(name: string, modifiers = 0): Key {
  return makeKey(specialKeyCalled(name), modifiers);
}

/** What an application receives for a key, a terminal sends. Only the keypad without its mode is no sequence. */
function standard(): Row[] {
  const plain = [...plainSequences].filter(([name]) => !keypadSequences.has(name));
  return [...plain, ...cursorSequences, ...keypadSequences].map(([name, sequence]) => [sequence, key(name)]);
}

/** Keys that rxvt and the Linux console number, where xterm has letters. */
const OTHER_NUMBERS = { F1: 11, F2: 12, F3: 13, F4: 14, Home: 7, End: 8 };

function alternative(): Row[] {
  const upperNumbers = [25, 26, 28, 29, 31, 32, 33, 34];
  return [
    ["\x1bO[", makeKey(0x1b)],
    ...[..."ABCDE"].map((letter, i): Row => [`\x1b[[${letter}`, key(`F${i + 1}`)]),
    // The Linux console and rxvt have keys beyond F12, which are the first ones with Shift.
    ...upperNumbers.map((number, i): Row => [`\x1b[${number}~`, key(`F${i + 1}`, SHIFT)]),
    ...Object.entries(OTHER_NUMBERS).map(([name, number]): Row => [`\x1b[${number}~`, key(name)]),
    ["\x1bOH", key("Home")],
    ["\x1b[H", key("Home")],
    ["\x1bOF", key("End")],
    ["\x1b[F", key("End")],
    ["\x1b[I", key("FocusIn")],
    ["\x1b[O", key("FocusOut")],
  ];
}

/** Escape, then a cursor key: Meta, to be passed on as typed. Home and End count as xterm's own. */
function escapedCursor(): Row[] {
  const escaped = (letters: Readonly<Record<string, string>>, modifiers: number) =>
    Object.entries(letters).flatMap(([name, letter]) =>
      ["O", "["].map((kind): Row => [`\x1b\x1b${kind}${letter}`, key(name, modifiers)]),
    );
  return [...escaped(cursorLetters, META | META_PREFIX), ...escaped({ Home: "H", End: "F" }, META)];
}

/** Modifiers by xterm's number: one more than the sum of Shift 1, Meta 2, Control 4; 9 is Meta alone. */
export const XTERM_MODIFIERS: readonly number[] = [
  0,
  0,
  SHIFT,
  META,
  SHIFT | META,
  CTRL,
  SHIFT | CTRL,
  META | CTRL,
  SHIFT | META | CTRL,
  META,
];

/** F1 to F4 also have forms that begin with an O, with and without the first parameter. */
function xtermModified(): Row[] {
  const older = Object.entries(functionLetters).flatMap(([name, letter]) =>
    ["\x1bO1;", "\x1bO"].map((before) => [name, [before, letter]] as const),
  );
  return [...modifiedSequences, ...older].flatMap(([name, parts]) =>
    [2, 3, 4, 5, 6, 7, 8, 9].map(
      (number): Row => [parts.join(`${number}`), key(name, XTERM_MODIFIERS[number])],
    ),
  );
}

function rxvtModified(): Row[] {
  const cursor = Object.entries(cursorLetters).flatMap(([name, letter]): Row[] => [
    [`\x1bO${letter.toLowerCase()}`, key(name, CTRL)],
    [`\x1b[${letter.toLowerCase()}`, key(name, SHIFT)],
  ]);
  const numbered = Object.entries({ ...keyNumbers, ...OTHER_NUMBERS }).flatMap(([name, number]): Row[] => [
    [`\x1b[${number}^`, key(name, CTRL)],
    [`\x1b[${number}$`, key(name, SHIFT)],
    [`\x1b[${number}@`, key(name, CTRL | SHIFT)],
  ]);
  return [...cursor, ...numbered];
}

/**
 * The sequences that terminals send for special keys: xterm's first, then those of rxvt, the Linux console and the
 * old VTs. Terminals agree enough for one table, whatever TERM says.
 */
export const terminalSequences: ReadonlyMap<string, Key> = new Map([
  ...standard(),
  ...alternative(),
  ...escapedCursor(),
  ...xtermModified(),
  ...rxvtModified(),
]);
