import { parseBracket } from "./parse-bracket.ts";
import type { Assertion } from "./regex.ts";

/** A pattern as a tree. */
export type Node =
  | {
      readonly kind: "character";
      readonly matches: (character: string) => boolean;
      /** The only character that matches, if there is one. */
      readonly literal?: string;
    }
  | { readonly kind: "assert"; readonly holds: Assertion }
  | { readonly kind: "group"; readonly index: number; readonly inner: Node }
  | { readonly kind: "sequence"; readonly items: readonly Node[] }
  | { readonly kind: "choice"; readonly branches: readonly Node[] }
  | { readonly kind: "repeat"; readonly inner: Node; readonly least: number; readonly most: number };

const MOST_REPEATS = 32767;
/** Deeper groups are rejected, because the parser and the compiler are recursive. */
const DEEPEST = 200;

const isWord = (character: string | undefined) => character !== undefined && /[\p{L}\p{N}_]/u.test(character);
const isSpace = (character: string) => /\s/.test(character);

const ASSERTIONS: Readonly<Record<string, Assertion>> = {
  "^": (before) => before === undefined,
  $: (_, after) => after === undefined,
  "\\`": (before) => before === undefined,
  "\\'": (_, after) => after === undefined,
  "\\<": (before, after) => !isWord(before) && isWord(after),
  "\\>": (before, after) => isWord(before) && !isWord(after),
  "\\b": (before, after) => isWord(before) !== isWord(after),
  "\\B": (before, after) => isWord(before) === isWord(after),
};

const CLASS_ESCAPES: Readonly<Record<string, (character: string) => boolean>> = {
  w: isWord,
  W: (character) => !isWord(character),
  s: isSpace,
  S: (character) => !isSpace(character),
};

/** Thrown by the parser and caught by `compileRegex`: the pattern is malformed, or needs backtracking. */
export class BadRegex extends Error {}

export class RegexParser {
  readonly #pattern: readonly string[];
  #at = 0;
  #depth = 0;
  groups = 1;

  constructor(pattern: string) {
    this.#pattern = [...pattern];
  }

  parse(): Node {
    const node = this.#choice();
    if (this.#at < this.#pattern.length) throw new BadRegex("unbalanced");
    return node;
  }

  #choice(): Node {
    if (++this.#depth > DEEPEST) throw new BadRegex("too deep");
    const branches = [this.#sequence()];
    while (this.#pattern[this.#at] === "|") {
      this.#at++;
      branches.push(this.#sequence());
    }
    this.#depth--;
    return branches.length === 1 ? branches[0]! : { kind: "choice", branches };
  }

  /** A closing parenthesis outside groups is an ordinary character. */
  #sequence(): Node {
    const items: Node[] = [];
    for (;;) {
      const next = this.#pattern[this.#at];
      if (next === undefined || next === "|" || (next === ")" && this.#depth > 1)) break;
      items.push(this.#repeated());
    }
    return items.length === 1 ? items[0]! : { kind: "sequence", items };
  }

  #repeated(): Node {
    let node = this.#atom();
    if (node.kind === "assert") return node;
    for (;;) {
      const range = this.#repetition();
      if (!range) return node;
      node = { kind: "repeat", inner: node, ...range };
    }
  }

  #repetition(): { least: number; most: number } | undefined {
    const sign = this.#pattern[this.#at];
    if (sign === "{") return this.#interval();
    if (sign !== "*" && sign !== "+" && sign !== "?") return undefined;
    this.#at++;
    return { least: sign === "+" ? 1 : 0, most: sign === "?" ? 1 : Number.POSITIVE_INFINITY };
  }

  #interval(): { least: number; most: number } {
    const end = this.#pattern.indexOf("}", this.#at);
    const text = end < 0 ? "" : this.#pattern.slice(this.#at + 1, end).join("");
    const parts = /^(\d*)(?:,(\d*))?$/.exec(text);
    if (!parts || text === "") throw new BadRegex("interval");
    const least = Number(parts[1]);
    const most =
      parts[2] === undefined ? least : parts[2] === "" ? Number.POSITIVE_INFINITY : Number(parts[2]);
    if (least > most || least > MOST_REPEATS || (most !== Number.POSITIVE_INFINITY && most > MOST_REPEATS)) {
      throw new BadRegex("interval");
    }
    this.#at = end + 1;
    return { least, most };
  }

  #atom(): Node {
    const character = this.#pattern[this.#at++]!;
    switch (character) {
      case "(":
        return this.#group();
      case "[":
        return this.#bracket();
      case "\\":
        return this.#escape();
      case ".":
        return { kind: "character", matches: () => true };
      case "^":
      case "$":
        return { kind: "assert", holds: ASSERTIONS[character]! };
      case "*":
      case "+":
      case "?":
      case "{":
        throw new BadRegex("nothing to repeat");
      default:
        return literal(character);
    }
  }

  #group(): Node {
    const index = this.groups++;
    const inner = this.#choice();
    if (this.#pattern[this.#at++] !== ")") throw new BadRegex("unclosed group");
    return { kind: "group", index, inner };
  }

  #bracket(): Node {
    const bracket = parseBracket(this.#pattern, this.#at);
    if (!bracket) throw new BadRegex("bracket");
    this.#at = bracket.end;
    return { kind: "character", matches: bracket.has };
  }

  #escape(): Node {
    const character = this.#pattern[this.#at++];
    if (character === undefined) throw new BadRegex("trailing backslash");
    if (/[1-9]/.test(character)) throw new BadRegex("back-reference");
    const holds = ASSERTIONS[`\\${character}`];
    if (holds) return { kind: "assert", holds };
    const members = Object.hasOwn(CLASS_ESCAPES, character) ? CLASS_ESCAPES[character]! : undefined;
    return members ? { kind: "character", matches: members } : literal(character);
  }
}

function literal(character: string): Node {
  return { kind: "character", matches: (other) => other === character, literal: character };
}
