/**
 * Names, titles, directories, arguments and messages of foreign origin, made safe to print where a person reads them. Such
 * text may hold sequences that a terminal obeys, line breaks that forge a line of ours, or characters that hide or reorder
 * the rest. Each of those becomes the escape that JSON has for it: visible, ASCII, and as wide as it is long.
 *
 * JSON that passes through here stays the same JSON, because outside of its strings such characters do not occur.
 * A backslash stays as it is: `--json` gives the exact text to callers that need it.
 *
 * What a program prints itself is not foreign to its reader: verbs that reproduce output say in their help what they keep.
 */

/** Controls (C0, DEL, C1), lone surrogates, line separators, noncharacters, and all that is invisible or changes direction. */
const UNSAFE =
  /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu;

/** They join or vary the characters beside them, in emoji and in several scripts. */
const JOINER = /\u200c|\u200d|[\ufe00-\ufe0f]/u;
const VARIATION = /[\ufe00-\ufe0f]/u;
const BASE = /[^\p{ASCII}\p{Default_Ignorable_Code_Point}\p{C}]/u;

/** Most text is plain ASCII, which needs no escape: this finds it ten times faster than UNSAFE does. */
const PLAIN = /^[\t\n\x20-\x7e]*$/;
const PLAIN_LINE = /^[\x20-\x7e]*$/;

/** For a field of a line: it stays on that line. */
export function legible(text: string): string {
  if (PLAIN_LINE.test(text)) return text;
  return text.replace(UNSAFE, escapeIn(text));
}

/** For text of several lines: line breaks and tabs are kept. */
export function legibleLines(text: string): string {
  if (PLAIN.test(text)) return text;
  const shown = escapeIn(text);
  return text.replace(UNSAFE, (character, offset: number) =>
    character === "\n" || character === "\t" ? character : shown(character, offset),
  );
}

/** The same data, with every string in it (keys excepted) made legible. */
export function legibleData<T>(data: T): T {
  return legibleValue(data) as T;
}

function legibleValue(data: unknown): unknown {
  if (typeof data === "string") return legible(data);
  if (Array.isArray(data)) return data.map(legibleValue);
  if (typeof data !== "object" || data === null) return data;
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [key, legibleValue(value)]));
}

/** Whether a character may be printed by itself. */
export function isLegible(character: string): boolean {
  return legible(character) === character;
}

function escapeIn(text: string): (character: string, offset: number) => string {
  return (character, offset) => (joins(text, offset, character) ? character : escaped(character));
}

/** One between two visible characters, or a variation of the one before it. In a row or beside ASCII it only hides something. */
function joins(text: string, offset: number, character: string): boolean {
  if (!JOINER.test(character)) return false;
  const before = lastCharacter(text.slice(Math.max(0, offset - 2), offset));
  if (VARIATION.test(character)) return BASE.test(before);
  const after = String.fromCodePoint(text.codePointAt(offset + 1) ?? 0);
  const base = VARIATION.test(before)
    ? lastCharacter(text.slice(Math.max(0, offset - 3), offset - 1))
    : before;
  return BASE.test(base) && BASE.test(after);
}

function lastCharacter(text: string): string {
  return [...text].at(-1) ?? "";
}

const SHORT = new Map([
  ["\n", "\\n"],
  ["\r", "\\r"],
  ["\t", "\\t"],
]);

function escaped(character: string): string {
  const short = SHORT.get(character);
  if (short !== undefined) return short;
  let out = "";
  for (let i = 0; i < character.length; i++)
    out += `\\u${character.charCodeAt(i).toString(16).padStart(4, "0")}`;
  return out;
}
