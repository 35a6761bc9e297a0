import { compileRegex } from "../../format/regex/compile-regex.ts";
import { matchRegex } from "../../format/regex/match-regex.ts";
import type { Regex } from "../../format/regex/regex.ts";
import type { Snapshot } from "../../screen/screen.ts";
import { NO_WIDTH, widthOf } from "../../screen/width.ts";
import { codePointOf } from "../../text/utf8.ts";

/** Position of a match in a line; the match may continue in the next lines. */
export interface LineMatch {
  readonly x: number;
  /** Width in cells. */
  readonly width: number;
}

/** Finds one text in the lines of a snapshot. A wrapped line counts as one line. */
export interface Finder {
  /** The first match that starts in the line, from a column on. */
  first(line: number, from: number): LineMatch | undefined;
  /** The last match that starts in the line before a column. */
  last(line: number, before: number): LineMatch | undefined;
}

export interface SearchText {
  readonly text: string;
  readonly regex: boolean;
}

const MEANINGFUL = /[\^$*+()?[\].\\]/;

/** Whether a text has another meaning as a regular expression than as plain text. */
export function isRegex(text: string): boolean {
  return MEANINGFUL.test(text);
}

/** Undefined if the text is not a valid regular expression. A text without capital letters ignores case. */
export function createFinder(lines: Snapshot, { text, regex }: SearchText): Finder | undefined {
  const cells = cellsOf(text);
  const ignoreCase = text === lowerCase(text);
  if (!regex) return cells.length === 0 ? undefined : new TextFinder(lines, cells, ignoreCase);
  const compiled = compileRegex(cells.join(""), { ignoreCase });
  return compiled && new RegexFinder(lines, compiled, literalOf(cells.join("")));
}

/**
 * A text contained in every match of the expression: the longest part that is neither optional nor an alternative.
 */
function literalOf(pattern: string): string {
  if (/[|()]/.test(pattern)) return "";
  const bracketed = /\[\^?\]?(?:\[[:.=].*?[:.=]\]|[^\]])*\][*?]?/gs;
  const plain = pattern.replace(bracketed, "\0").replace(/\\.|.?[*?]|.?\{[^}]*\}?|[.^$+]/gsu, "\0");
  return plain.split("\0").reduce((longest, text) => (text.length > longest.length ? text : longest), "");
}

/** Only ASCII letters have another case, as with the C library's tolower on bytes. */
function lowerCase(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** A text as the cells that it would occupy; unprintable characters occupy none. */
function cellsOf(text: string): readonly string[] {
  const cells: string[] = [];
  let last = -1;
  for (const character of text) {
    const code = codePointOf(character);
    const width = code < 0x20 ? NO_WIDTH : widthOf(code);
    if (width === NO_WIDTH) continue;
    if (width > 0) last = cells.push(character) - 1;
    else if (last >= 0) cells[last] += character;
    if (width === 2) cells.push("");
  }
  return cells;
}

const BLANK = " ";

/**
 * Whether a line may contain a match, by a text that every match contains: this test alone skips most lines. A line
 * that wraps into the next one always may.
 */
function lineFilter(lines: Snapshot, needed: string): (line: number) => boolean {
  const folded = needed.trim().toLowerCase();
  return (line) => folded === "" || lines.wrapped(line) || lines.text(line).toLowerCase().includes(folded);
}

class TextFinder implements Finder {
  readonly #lines: Snapshot;
  readonly #wanted: readonly string[];
  readonly #ignoreCase: boolean;
  readonly #mayHold: (line: number) => boolean;

  constructor(lines: Snapshot, wanted: readonly string[], ignoreCase: boolean) {
    this.#lines = lines;
    this.#wanted = wanted;
    this.#ignoreCase = ignoreCase;
    this.#mayHold = lineFilter(lines, wanted.join(""));
  }

  first(line: number, from: number): LineMatch | undefined {
    if (!this.#mayHold(line)) return undefined;
    for (let x = from; x < this.#lines.cols; x++) if (this.#matches(line, x)) return this.#found(x);
    return undefined;
  }

  last(line: number, before: number): LineMatch | undefined {
    if (!this.#mayHold(line)) return undefined;
    for (let x = before - 1; x >= 0; x--) if (this.#matches(line, x)) return this.#found(x);
    return undefined;
  }

  #found(x: number): LineMatch {
    return { x, width: this.#wanted.length };
  }

  #matches(line: number, start: number): boolean {
    const { cols, last } = this.#lines;
    let at = line;
    let x = start;
    for (const wanted of this.#wanted) {
      while (x >= cols) {
        if (at >= last || !this.#lines.wrapped(at)) return false;
        x -= cols;
        at++;
      }
      if (!this.#same(this.#lines.cells(at)[x] ?? BLANK, wanted)) return false;
      x++;
    }
    return true;
  }

  #same(text: string, wanted: string): boolean {
    return text === wanted || (this.#ignoreCase && lowerCase(text) === wanted && text.length === 1);
  }
}

/** A line joined with the lines into which it wraps, as a text of characters. */
interface Joined {
  readonly line: number;
  readonly characters: readonly string[];
  /**
   * For each cell, the index of its character. The second column of a wide character has the index of the next cell.
   */
  readonly starts: readonly number[];
}

/**
 * The character that precedes a position inside a line, for a regular expression: neither a line start nor a part of
 * a word.
 */
const SOMETHING = " ";

class RegexFinder implements Finder {
  readonly #lines: Snapshot;
  readonly #regex: Regex;
  readonly #mayHold: (line: number) => boolean;
  #joined: Joined | undefined;

  constructor(lines: Snapshot, regex: Regex, literal: string) {
    this.#lines = lines;
    this.#regex = regex;
    this.#mayHold = lineFilter(lines, literal);
  }

  first(line: number, from: number): LineMatch | undefined {
    if (from >= this.#lines.cols || !this.#mayHold(line)) return undefined;
    const { characters, starts } = this.#join(line);
    const before = from === 0 ? undefined : SOMETHING;
    const match = matchRegex(this.#regex, characters, starts[from]!, before);
    if (!match || match.start === match.end) return undefined;
    const x = cellAt(starts, match.start, from);
    return x < this.#lines.cols ? { x, width: cellAt(starts, match.end, x) - x } : undefined;
  }

  last(line: number, before: number): LineMatch | undefined {
    if (!this.#mayHold(line)) return undefined;
    const { characters, starts } = this.#join(line);
    let found: LineMatch | undefined;
    for (let from = 0, cell = 0; ; ) {
      const match = matchRegex(this.#regex, characters, from);
      if (!match || match.start === match.end) return found;
      const x = cellAt(starts, match.start, cell);
      if (x >= before) return found;
      cell = cellAt(starts, match.end, x);
      found = { x, width: cell - x };
      if (cell >= before) return found;
      from = match.end;
    }
  }

  #join(line: number): Joined {
    if (this.#joined?.line === line) return this.#joined;
    const { cols, last } = this.#lines;
    const characters: string[] = [];
    const starts: number[] = [];
    for (let at = line; at <= last; at++) {
      const cells = this.#lines.cells(at);
      for (let x = 0; x < cols; x++) {
        starts.push(characters.length);
        const text = cells[x] ?? BLANK;
        if (text.length === 1) characters.push(text);
        else characters.push(...text);
      }
      if (!this.#lines.wrapped(at)) break;
    }
    starts.push(characters.length);
    this.#joined = { line, characters, starts };
    return this.#joined;
  }
}

/** The first cell, from a given one on, that starts at a character; past the last cell if none does. */
function cellAt(starts: readonly number[], character: number, from: number): number {
  const cells = starts.length - 1;
  if (character === starts[cells]) return cells;
  let low = from;
  let high = cells;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (starts[middle]! < character) low = middle + 1;
    else high = middle;
  }
  return starts[low] === character ? low : cells;
}
