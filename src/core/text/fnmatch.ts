import { encodeUtf8 } from "./utf8.ts";

/** The named classes of bracket expressions, `[:alpha:]` and its like, in patterns and regular expressions. */
export const characterClasses: ReadonlyMap<string, RegExp> = new Map([
  ["alpha", /\p{L}/u],
  ["digit", /[0-9]/],
  ["alnum", /[\p{L}\p{Nd}]/u],
  ["upper", /\p{Lu}/u],
  ["lower", /\p{Ll}/u],
  ["space", /\s/],
  ["blank", /[ \t]/],
  ["punct", /[!-/:-@[-`{-~]/],
  ["print", /[^\p{C}]/u],
  ["graph", /[^\p{C}\s]/u],
  ["cntrl", /\p{Cc}/u],
  ["xdigit", /[0-9A-Fa-f]/],
]);

/**
 * Shell patterns as the C library matches whole strings: `*`, `?`, `[set]` with ranges, `!` or `^` to negate and named
 * classes, and `\` before a character taken as it is. Slashes and leading dots are ordinary characters.
 *
 * What does not match character by character may still match byte by byte: the C library tries both, so that `??`
 * matches `é`.
 */
export function fnmatch(
  pattern: string,
  text: string,
  options: { readonly ignoreCase?: boolean } = {},
): boolean {
  const [wanted, subject] = options.ignoreCase
    ? [pattern.toLowerCase(), text.toLowerCase()]
    : [pattern, text];
  if (!/[*?[\\]/.test(wanted)) return wanted === subject;
  return match([...wanted], [...subject]) || (!isAscii(subject) && match(byBytes(wanted), byBytes(subject)));
}

function isAscii(text: string): boolean {
  return /^[\0-\x7f]*$/.test(text);
}

/** A byte above ASCII becomes a character of the private range: above all others in order, and in no named class. */
function byBytes(text: string): readonly string[] {
  return Array.from(encodeUtf8(text), (byte) => String.fromCharCode(byte < 0x80 ? byte : 0xf700 + byte));
}

/** Greedy with one point to return to: the last `*` may always take one character more. */
function match(pattern: readonly string[], text: readonly string[]): boolean {
  let at = 0;
  let back: { pattern: number; text: number } | undefined;
  let p = 0;
  while (at < text.length || p < pattern.length) {
    if (pattern[p] === "*") {
      back = { pattern: ++p, text: at };
      continue;
    }
    const length = at < text.length ? matchOne(pattern, p, text[at]!) : 0;
    if (length > 0) {
      p += length;
      at++;
      continue;
    }
    if (!back || back.text >= text.length) return false;
    back.text++;
    p = back.pattern;
    at = back.text;
  }
  return true;
}

/** How much of the pattern takes this character; 0 where it does not match. */
function matchOne(pattern: readonly string[], at: number, character: string): number {
  const first = pattern[at];
  if (first === undefined) return 0;
  if (first === "?") return 1;
  if (first === "\\") return pattern[at + 1] === character ? 2 : 0;
  if (first === "[") {
    const set = parseSet(pattern, at);
    if (set) return set.negated !== set.has(character) ? set.length : 0;
  }
  return first === character ? 1 : 0;
}

interface CharacterSet {
  readonly length: number;
  readonly negated: boolean;
  has(character: string): boolean;
}

/** Of a class that does not exist. */
const NOTHING = /(?!)/;

/** Undefined where the bracket is never closed: it is then a character as any other. A range that breaks off fits nothing. */
function parseSet(pattern: readonly string[], start: number): CharacterSet | undefined {
  let p = start + 1;
  const negated = pattern[p] === "!" || pattern[p] === "^";
  if (negated) p++;
  const tests: ((character: string) => boolean)[] = [];
  for (let first = true; p < pattern.length; first = false) {
    if (pattern[p] === "]" && !first) {
      return { length: p + 1 - start, negated, has: (character) => tests.some((test) => test(character)) };
    }
    const named = namedClass(pattern, p);
    if (named) {
      tests.push((character) => named.test.test(character));
      p += named.length;
      continue;
    }
    const [low, afterLow] = setMember(pattern, p);
    p = afterLow;
    let high = low;
    if (pattern[p] === "-" && p + 1 === pattern.length)
      return { length: 1, negated: false, has: () => false };
    if (pattern[p] === "-" && pattern[p + 1] !== "]") {
      [high, p] = setMember(pattern, p + 1);
    }
    tests.push((character) => character >= low && character <= high);
  }
  return undefined;
}

function setMember(pattern: readonly string[], at: number): [string, number] {
  const escaped = pattern[at] === "\\" && pattern[at + 1] !== undefined;
  return escaped ? [pattern[at + 1]!, at + 2] : [pattern[at]!, at + 1];
}

function namedClass(pattern: readonly string[], at: number): { test: RegExp; length: number } | undefined {
  if (pattern[at] !== "[" || pattern[at + 1] !== ":") return undefined;
  const end = pattern.indexOf(":", at + 2);
  if (end < 0 || pattern[end + 1] !== "]") return undefined;
  const name = pattern.slice(at + 2, end).join("");
  return { test: characterClasses.get(name) ?? NOTHING, length: end + 2 - at };
}
