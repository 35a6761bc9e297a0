import type { GridPlace, Snapshot } from "../../screen/screen.ts";

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
  x: number;
  line: number;

  constructor(lines: Snapshot, { x, line }: GridPlace) {
    this.#lines = lines;
    this.x = x;
    this.line = line;
  }

  get place(): GridPlace {
    return { x: this.x, line: this.line };
  }

  get #length(): number {
    return this.#lines.length(this.line);
  }

  get #text(): string {
    return this.#lines.cells(this.line)[this.x] ?? WHITESPACE;
  }

  isOn(characters: string): boolean {
    return isOneOf(this.#text, characters);
  }

  /** With `wrap`, continues in the next line; with `all`, covers the whole width instead of the text alone. */
  right({ wrap, all = false }: { readonly wrap: boolean; readonly all?: boolean }): void {
    const end = all ? this.#lines.cols : this.#length;
    if (wrap && this.x >= end && this.line < this.#lines.last) {
      this.x = 0;
      this.down();
      return;
    }
    if (this.x >= end) return;
    do this.x++;
    while (this.x < end && this.#text === "");
  }

  /** Crosses the start of a line only if the previous line wraps into it, or with `wrap` always. */
  left({ wrap }: { readonly wrap: boolean }): void {
    this.#toWholeCharacter();
    if (this.x === 0 && this.line > 0 && (wrap || this.#lines.wrapped(this.line - 1))) {
      this.up();
      this.endOfLine();
    } else if (this.x > 0) this.x--;
  }

  down(): void {
    if (this.line < this.#lines.last) this.line++;
    this.#toWholeCharacter();
  }

  up(): void {
    if (this.line > 0) this.line--;
    this.#toWholeCharacter();
  }

  /** With `wrap`, moves to the start of the first of the wrapped lines. */
  startOfLine({ wrap = false } = {}): void {
    if (wrap) while (this.line > 0 && this.#lines.wrapped(this.line - 1)) this.line--;
    this.x = 0;
  }

  endOfLine({ wrap = false, all = false } = {}): void {
    if (wrap) while (this.line < this.#lines.last && this.#lines.wrapped(this.line)) this.line++;
    this.x = all ? this.#lines.cols : this.#length;
  }

  /** Moves to the start of the next word: past the current word or separators, and past blanks. */
  nextWord(separators: string): void {
    const inside = this.#forward();
    if (!inside()) return;
    if (!this.isOn(WHITESPACE)) this.#skipWord(separators, inside);
    while (inside() && this.isOn(WHITESPACE)) this.x++;
  }

  /** Moves directly past the end of the next word. */
  nextWordEnd(separators: string): void {
    const inside = this.#forward();
    while (inside()) {
      if (!this.isOn(WHITESPACE)) {
        this.#skipWord(separators, inside);
        return;
      }
      this.x++;
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
    for (let { x, line } = this.place; line <= this.#lines.last; line++, x = 0) {
      const end = this.#lines.length(line);
      const found = this.#lines.cells(line).indexOf(character, x);
      if (found >= 0 && found < end) return this.#moveTo({ x: found, line });
      if (!this.#lines.wrapped(line)) return false;
    }
    return false;
  }

  jumpBack(character: string): boolean {
    let last = this.x;
    for (let line = this.line; line >= 0; line--) {
      const cells = this.#lines.cells(line);
      const inBlanks = character === WHITESPACE && last >= cells.length;
      const found = inBlanks || last < 0 ? last : cells.lastIndexOf(character, last);
      if (found >= 0) return this.#moveTo({ x: found, line });
      if (line === 0 || !this.#lines.wrapped(line - 1)) return false;
      last = this.#lines.length(line - 1) - 1;
    }
    return false;
  }

  /** Moves to the first non-blank character of the whole line; without one, does not move. */
  backToIndentation(): void {
    let line = this.line;
    while (line > 0 && this.#lines.wrapped(line - 1)) line--;
    for (; line <= this.#lines.last; line++) {
      const found = this.#lines.cells(line).findIndex((text) => text !== WHITESPACE);
      if (found >= 0 && found < this.#lines.length(line)) {
        this.#moveTo({ x: found, line });
        return;
      }
      if (!this.#lines.wrapped(line)) return;
    }
  }

  #moveTo({ x, line }: GridPlace): true {
    this.x = x;
    this.line = line;
    return true;
  }

  #toWholeCharacter(): void {
    while (this.x > 0 && this.#text === "") this.x--;
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
      while (this.x > end) {
        if (this.line >= this.#lines.last) return false;
        this.x = 0;
        this.down();
        end = endOf(this.line);
      }
      return true;
    };
  }

  /** Skips a word, or separators if the position is on one. */
  #skipWord(separators: string, inside: () => boolean): void {
    const kind = this.isOn(separators);
    do this.x++;
    while (inside() && this.isOn(separators) === kind && !this.isOn(WHITESPACE));
  }

  /** Moves back to the last non-blank character; returns false if there is none. */
  #backToWord(): boolean {
    for (;;) {
      if (this.x > 0) {
        this.x--;
        if (!this.isOn(WHITESPACE)) return true;
        continue;
      }
      if (this.line <= 0) return false;
      this.up();
      this.endOfLine();
    }
  }

  #backToStart(separators: string, letters: boolean): void {
    let start: GridPlace;
    do {
      start = this.place;
      if (this.x === 0) {
        if (this.line <= 0 || !this.#lines.wrapped(this.line - 1)) break;
        this.up();
        this.x = this.#lines.cols;
      }
      if (this.x > 0) this.x--;
    } while (!this.isOn(WHITESPACE) && this.isOn(separators) !== letters);
    this.#moveTo(start);
  }
}
