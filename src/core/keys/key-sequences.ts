/** The letter or the number that distinguishes a special key in its sequences, by the key's name. */
export const cursorLetters = { Up: "A", Down: "B", Right: "C", Left: "D" };
export const functionLetters = { F1: "P", F2: "Q", F3: "R", F4: "S" };
const editingNumbers = { IC: 2, DC: 3, PPage: 5, NPage: 6 };
const functionNumbers = { F5: 15, F6: 17, F7: 18, F8: 19, F9: 20, F10: 21, F11: 23, F12: 24 };
export const keyNumbers = { ...editingNumbers, ...functionNumbers };

/** In application keypad mode (DECKPAM). */
export const keypadSequences: ReadonlyMap<string, string> = new Map([
  ["KP/", "\x1bOo"],
  ["KP*", "\x1bOj"],
  ["KP-", "\x1bOm"],
  ["KP7", "\x1bOw"],
  ["KP8", "\x1bOx"],
  ["KP9", "\x1bOy"],
  ["KP+", "\x1bOk"],
  ["KP4", "\x1bOt"],
  ["KP5", "\x1bOu"],
  ["KP6", "\x1bOv"],
  ["KP1", "\x1bOq"],
  ["KP2", "\x1bOr"],
  ["KP3", "\x1bOs"],
  ["KPEnter", "\x1bOM"],
  ["KP0", "\x1bOp"],
  ["KP.", "\x1bOn"],
]);

/** In application cursor mode (DECCKM). */
export const cursorSequences: ReadonlyMap<string, string> = new Map(
  Object.entries(cursorLetters).map(([name, letter]) => [name, `\x1bO${letter}`]),
);

/**
 * The sequence that an application receives for a special key, by the key's name, unless it has requested that of a
 * mode above. Without its mode, the keypad types characters.
 */
export const plainSequences: ReadonlyMap<string, string> = new Map([
  ["PasteStart", "\x1b[200~"],
  ["PasteEnd", "\x1b[201~"],
  ["Home", "\x1b[1~"],
  ["End", "\x1b[4~"],
  ["BTab", "\x1b[Z"],
  ...Object.entries(functionLetters).map(([name, letter]) => [name, `\x1bO${letter}`] as const),
  ...Object.entries(keyNumbers).map(([name, number]) => [name, `\x1b[${number}~`] as const),
  ...Object.entries(cursorLetters).map(([name, letter]) => [name, `\x1b[${letter}`] as const),
  ...Array.from(keypadSequences.keys(), (name) => [name, name === "KPEnter" ? "\n" : name.slice(2)] as const),
]);

/** Sequences with modifiers, whose number is the second parameter: the part before it and the part after. */
export const modifiedSequences: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
  ...Object.entries({ ...functionLetters, ...cursorLetters, Home: "H", End: "F" }).map(
    ([name, letter]) => [name, ["\x1b[1;", letter]] as const,
  ),
  ...Object.entries(keyNumbers).map(([name, number]) => [name, [`\x1b[${number};`, "~"]] as const),
]);
