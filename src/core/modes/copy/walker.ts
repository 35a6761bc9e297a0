import type { Snapshot } from "../../screen/screen.ts";

export const WHITESPACE = " ";

/** Whether the text of a cell is one of the characters; the second column of a wide character never is. */
export function isOneOf(text: string, characters: string): boolean {
  return text !== "" && characters.includes(text);
}

/**
 * A position that moves over the lines as a reader does: by characters and words, treating wrapped lines as one. It
 * may be directly after the last character of a line. Columns and lines are those of the snapshot.
 */
export class Walker {
  readonly #lines: Snapshot;
  column: number;
  line: number;

  constructor(lines: Snapshot, column: number, line: number) {
    this.#lines = lines;
    this.column = column;
    this.line = line;
  }

  get #bottom(): number {
    return this.#lines.historySize + this.#lines.rows - 1;
  }

  get #length(): number {
    return this.#lines.length(this.line);
  }

  get #text(): string {
    return this.#lines.cells(this.line)[this.column] ?? WHITESPACE;
  }

  isOn(characters: string): boolean {
    return isOneOf(this.#text, characters);
  }

  /** With `wrap`, continues in the next line; with `all`, covers the whole width instead of the text alone. */
  right({ wrap, all = false }: { readonly wrap: boolean; readonly all?: boolean }): void {
    const end = all ? this.#lines.cols : this.#length;
    if (wrap && this.column >= end && this.line < this.#bottom) {
      this.column = 0;
      this.down();
      return;
    }
    if (this.column >= end) return;
    do this.column++;
    while (this.column < end && this.#text === "");
  }

  /** Crosses the start of a line only if the previous line wraps into it, or with `wrap` always. */
  left({ wrap }: { readonly wrap: boolean }): void {
    this.#toWholeCharacter();
    if (this.column === 0 && this.line > 0 && (wrap || this.#lines.wrapped(this.line - 1))) {
      this.up();
      this.endOfLine();
    } else if (this.column > 0) this.column--;
  }

  down(): void {
    if (this.line < this.#bottom) this.line++;
    this.#toWholeCharacter();
  }

  up(): void {
    if (this.line > 0) this.line--;
    this.#toWholeCharacter();
  }

  /** With `wrap`, moves to the start of the first of the wrapped lines. */
  startOfLine({ wrap = false } = {}): void {
    if (wrap) while (this.line > 0 && this.#lines.wrapped(this.line - 1)) this.line--;
    this.column = 0;
  }

  endOfLine({ wrap = false, all = false } = {}): void {
    if (wrap) while (this.line < this.#bottom && this.#lines.wrapped(this.line)) this.line++;
    this.column = all ? this.#lines.cols : this.#length;
  }

  /** Moves to the start of the next word: past the current word or separators, and past blanks. */
  nextWord(separators: string): void {
    const inside = this.#forward();
    if (!inside()) return;
    if (!this.isOn(WHITESPACE)) this.#skipWord(separators, inside);
    while (inside() && this.isOn(WHITESPACE)) this.column++;
  }

  /** Moves directly past the end of the next word. */
  nextWordEnd(separators: string): void {
    const inside = this.#forward();
    while (inside()) {
      if (!this.isOn(WHITESPACE)) {
        this.#skipWord(separators, inside);
        return;
      }
      this.column++;
    }
  }

  /** Moves to the start of the current word; with `always`, to the previous word if already at a start. */
  previousWord(separators: string, { always }: { readonly always: boolean }): void {
    if ((always || this.isOn(WHITESPACE)) && !this.#backToWord()) return;
    this.#backToStart(separators, !this.isOn(separators));
  }

  /**
   * Moves to the next occurrence of the character, as far as the line wraps. Returns false without moving if there is
   * none.
   */
  jump(character: string): boolean {
    let column = this.column;
    for (let line = this.line; line <= this.#bottom; line++, column = 0) {
      const end = this.#lines.length(line);
      const found = this.#lines.cells(line).indexOf(character, column);
      if (found >= 0 && found < end) return this.#moveTo(found, line);
      if (!this.#lines.wrapped(line)) return false;
    }
    return false;
  }

  jumpBack(character: string): boolean {
    let last = this.column;
    for (let line = this.line; line >= 0; line--) {
      const cells = this.#lines.cells(line);
      const inBlanks = character === WHITESPACE && last >= cells.length;
      const found = inBlanks || last < 0 ? last : cells.lastIndexOf(character, last);
      if (found >= 0) return this.#moveTo(found, line);
      if (line === 0 || !this.#lines.wrapped(line - 1)) return false;
      last = this.#lines.length(line - 1) - 1;
    }
    return false;
  }

  /** Moves to the first non-blank character of the whole line; without one, does not move. */
  backToIndentation(): void {
    let line = this.line;
    while (line > 0 && this.#lines.wrapped(line - 1)) line--;
    for (; line <= this.#bottom; line++) {
      const found = this.#lines.cells(line).findIndex((text) => text !== WHITESPACE);
      if (found >= 0 && found < this.#lines.length(line)) {
        this.#moveTo(found, line);
        return;
      }
      if (!this.#lines.wrapped(line)) return;
    }
  }

  #moveTo(column: number, line: number): true {
    this.column = column;
    this.line = line;
    return true;
  }

  #toWholeCharacter(): void {
    while (this.column > 0 && this.#text === "") this.column--;
  }

  /**
   * Returns a check that moves to the next line past the end of a line, and fails past the last line. A wrapped word
   * is not broken, because a wrapped line has no end before its edge. The end belongs to the line in which the walker
   * last advanced.
   */
  #forward(): () => boolean {
    const lines = this.#lines;
    const endOf = (line: number) => (lines.wrapped(line) ? lines.cols - 1 : lines.length(line));
    let end = endOf(this.line);
    return () => {
      while (this.column > end) {
        if (this.line >= this.#bottom) return false;
        this.column = 0;
        this.down();
        end = endOf(this.line);
      }
      return true;
    };
  }

  /** Skips a word, or separators if the position is on one. */
  #skipWord(separators: string, inside: () => boolean): void {
    const kind = this.isOn(separators);
    do this.column++;
    while (inside() && this.isOn(separators) === kind && !this.isOn(WHITESPACE));
  }

  /** Moves back to the last non-blank character; returns false if there is none. */
  #backToWord(): boolean {
    for (;;) {
      if (this.column > 0) {
        this.column--;
        if (!this.isOn(WHITESPACE)) return true;
        continue;
      }
      if (this.line <= 0) return false;
      this.up();
      this.endOfLine();
    }
  }

  #backToStart(separators: string, letters: boolean): void {
    let start: { column: number; line: number };
    do {
      start = { column: this.column, line: this.line };
      if (this.column === 0) {
        if (this.line <= 0 || !this.#lines.wrapped(this.line - 1)) break;
        this.up();
        this.column = this.#lines.cols;
      }
      if (this.column > 0) this.column--;
    } while (!this.isOn(WHITESPACE) && this.isOn(separators) !== letters);
    this.#moveTo(start.column, start.line);
  }
}
