import { CTRL, type Key, META, META_PREFIX, makeKey, SHIFT } from "../key.ts";
import { specialKeyCalled } from "../special-keys.ts";

type Row = readonly [sequence: string, key: Key];

function key(name: string, modifiers = 0): Key {
  return makeKey(specialKeyCalled(name), modifiers);
}

/** Several sequences for one key. */
function rows(name: string, ...sequences: string[]): Row[] {
  return sequences.map((sequence) => [sequence, key(name)]);
}

function plain(): Row[] {
  const numbers = [15, 17, 18, 19, 20, 21, 23, 24];
  const upperNumbers = [25, 26, 28, 29, 31, 32, 33, 34];
  return [
    ["\x1bO[", makeKey(0x1b)],
    ...["P", "Q", "R", "S"].flatMap((letter, i) =>
      rows(`F${i + 1}`, `\x1bO${letter}`, `\x1b[${11 + i}~`, `\x1b[[${"ABCD"[i]}`),
    ),
    ...numbers.flatMap((number, i) => rows(`F${i + 5}`, `\x1b[${number}~`)),
    ["\x1b[[E", key("F5")],
    // The Linux console and rxvt have keys beyond F12, which are the first ones with Shift.
    ...upperNumbers.map((number, i): Row => [`\x1b[${number}~`, key(`F${i + 1}`, SHIFT)]),
    ...rows("Up", "\x1bOA", "\x1b[A"),
    ...rows("Down", "\x1bOB", "\x1b[B"),
    ...rows("Right", "\x1bOC", "\x1b[C"),
    ...rows("Left", "\x1bOD", "\x1b[D"),
    ...rows("Home", "\x1bOH", "\x1b[H", "\x1b[1~", "\x1b[7~"),
    ...rows("End", "\x1bOF", "\x1b[F", "\x1b[4~", "\x1b[8~"),
    ...rows("IC", "\x1b[2~"),
    ...rows("DC", "\x1b[3~"),
    ...rows("PPage", "\x1b[5~"),
    ...rows("NPage", "\x1b[6~"),
    ...rows("BTab", "\x1b[Z"),
    ...rows("FocusIn", "\x1b[I"),
    ...rows("FocusOut", "\x1b[O"),
    ...rows("PasteStart", "\x1b[200~"),
    ...rows("PasteEnd", "\x1b[201~"),
  ];
}

function keypad(): Row[] {
  const letters = {
    "/": "o",
    "*": "j",
    "-": "m",
    "7": "w",
    "8": "x",
    "9": "y",
    "+": "k",
    "4": "t",
    "5": "u",
    "6": "v",
    "1": "q",
    "2": "r",
    "3": "s",
    Enter: "M",
    "0": "p",
    ".": "n",
  };
  return Object.entries(letters).flatMap(([name, letter]) => rows(`KP${name}`, `\x1bO${letter}`));
}

/** Escape, then a cursor key: Meta, to be passed on as typed. Home and End count as xterm's own. */
function escapedCursor(): Row[] {
  const typed = ["Up", "Down", "Right", "Left"].flatMap((name, i) =>
    ["O", "["].map((kind): Row => [`\x1b\x1b${kind}${"ABCD"[i]}`, key(name, META | META_PREFIX)]),
  );
  const implied = ["Home", "End"].flatMap((name, i) =>
    ["O", "["].map((kind): Row => [`\x1b\x1b${kind}${"HF"[i]}`, key(name, META)]),
  );
  return [...typed, ...implied];
}

const XTERM_MODIFIED: readonly (readonly [name: string, ...templates: string[]])[] = [
  ...["P", "Q", "R", "S"].map(
    (letter, i) => [`F${i + 1}`, `[1;_${letter}`, `O1;_${letter}`, `O_${letter}`] as const,
  ),
  ...[15, 17, 18, 19, 20, 21, 23, 24].map((number, i) => [`F${i + 5}`, `[${number};_~`] as const),
  ["Up", "[1;_A"],
  ["Down", "[1;_B"],
  ["Right", "[1;_C"],
  ["Left", "[1;_D"],
  ["Home", "[1;_H"],
  ["End", "[1;_F"],
  ["PPage", "[5;_~"],
  ["NPage", "[6;_~"],
  ["IC", "[2;_~"],
  ["DC", "[3;_~"],
];

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

function xtermModified(): Row[] {
  return XTERM_MODIFIED.flatMap(([name, ...templates]) =>
    templates.flatMap((template) =>
      [2, 3, 4, 5, 6, 7, 8, 9].map(
        (number): Row => [`\x1b${template.replace("_", String(number))}`, key(name, XTERM_MODIFIERS[number])],
      ),
    ),
  );
}

function rxvtModified(): Row[] {
  const cursor = ["Up", "Down", "Right", "Left"].flatMap((name, i): Row[] => [
    [`\x1bO${"abcd"[i]}`, key(name, CTRL)],
    [`\x1b[${"abcd"[i]}`, key(name, SHIFT)],
  ]);
  const numbers = new Map([
    ...[11, 12, 13, 14, 15, 17, 18, 19, 20, 21, 23, 24].map((number, i) => [`F${i + 1}`, number] as const),
    ["IC", 2],
    ["DC", 3],
    ["Home", 7],
    ["End", 8],
    ["NPage", 6],
    ["PPage", 5],
  ]);
  const numbered = [...numbers].flatMap(([name, number]): Row[] => [
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
  ...plain(),
  ...keypad(),
  ...escapedCursor(),
  ...xtermModified(),
  ...rxvtModified(),
]);
