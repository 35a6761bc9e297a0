import type { Snapshot } from "../../screen/screen.ts";

export const WHITESPACE = " ";

/** Whether the text of a cell is one of the characters; the second column of a wide character never is. */
export function isOneOf(text: string, characters: string): boolean {
  return text !== "" && characters.includes(text);
}

/**
 * A place that moves over the lines as a reader does: by characters, words and lines that wrapped belong together. It may
 * stand right behind the last character of a line. Columns and lines are the snapshot's own.
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

  /** With `wrap` on to the next line; with `all` over the whole width instead of the text alone. */
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

  /** Over the beginning of a line only where the line before goes on in it, unless `wrap` says always. */
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

  /** With `wrap`, of the first of the lines that wrapped. */
  startOfLine({ wrap = false } = {}): void {
    if (wrap) while (this.line > 0 && this.#lines.wrapped(this.line - 1)) this.line--;
    this.column = 0;
  }

  endOfLine({ wrap = false, all = false } = {}): void {
    if (wrap) while (this.line < this.#bottom && this.#lines.wrapped(this.line)) this.line++;
    this.column = all ? this.#lines.cols : this.#length;
  }

  /** To the beginning of the next word: over what it stands on, be it a word or separators, and over blanks. */
  nextWord(separators: string): void {
    const inside = this.#forward();
    if (!inside()) return;
    if (!this.isOn(WHITESPACE)) this.#skipWord(separators, inside);
    while (inside() && this.isOn(WHITESPACE)) this.column++;
  }

  /** Right behind the end of the next word. */
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

  /** To the beginning of a word: of the one it stands in, or with `always` of the one before where it is there already. */
  previousWord(separators: string, { always }: { readonly always: boolean }): void {
    if ((always || this.isOn(WHITESPACE)) && !this.#backToWord()) return;
    this.#backToStart(separators, !this.isOn(separators));
  }

  /** To the next such character, as far as the line wraps. False where there is none; it stays. */
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

  /** To the first character of the whole line that is no blank; where there is none, it stays. */
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
   * A check that takes it to the next line once it is behind the end of one, and fails behind the last. A word that wrapped
   * is not broken: such a line has no end before its edge. The end is that of the line where it last went on.
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

  /** Over a word, or over separators where it stands on one. */
  #skipWord(separators: string, inside: () => boolean): void {
    const kind = this.isOn(separators);
    do this.column++;
    while (inside() && this.isOn(separators) === kind && !this.isOn(WHITESPACE));
  }

  /** To the last character before it that is no blank; false where there is none. */
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
