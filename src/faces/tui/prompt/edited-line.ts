/**
 * The line being edited: its characters (code points), and the cursor, which is before a character or at the end.
 * Every operation returns whether it made a change that an incremental prompt must report.
 */
export class EditedLine {
  #characters: readonly string[];
  #cursor: number;
  /** The text that C-w removed last. */
  #saved: readonly string[] | undefined;

  constructor(text: string) {
    this.#characters = [...text];
    this.#cursor = this.#characters.length;
  }

  get text(): string {
    return this.#characters.join("");
  }

  set text(text: string) {
    this.#characters = [...text];
    this.#cursor = this.#characters.length;
  }

  get cursor(): number {
    return this.#cursor;
  }

  get length(): number {
    return this.#characters.length;
  }

  moveTo(cursor: number): void {
    this.#cursor = Math.max(0, Math.min(cursor, this.length));
  }

  insert(text: string): void {
    const added = [...text];
    this.#characters = this.#characters.toSpliced(this.#cursor, 0, ...added);
    this.#cursor += added.length;
  }

  /** Replaces a range of the line, and puts the cursor after the new text. */
  replace(from: number, to: number, text: string): void {
    this.remove(from, to);
    this.#cursor = from;
    this.insert(text);
  }

  remove(from: number, to: number): boolean {
    if (from < 0 || to > this.length || from >= to) return false;
    this.#characters = this.#characters.toSpliced(from, to - from);
    this.#cursor = from;
    return true;
  }

  /** Swaps the character before the cursor with the one under it. */
  transpose(): boolean {
    const end = Math.min(this.#cursor + 1, this.length);
    if (end < 2) return false;
    const [first, second] = this.#characters.slice(end - 2, end);
    this.#characters = this.#characters.toSpliced(end - 2, 2, second!, first!);
    this.#cursor = end;
    return true;
  }

  removeWordBefore(separators: string): void {
    const start = this.wordBefore(separators);
    this.#saved = this.#characters.slice(start, this.#cursor);
    this.remove(start, this.#cursor);
  }

  /** Inserts the text that was removed last, or `otherwise` if there is none. */
  paste(otherwise: string): boolean {
    const text = this.#saved?.join("") ?? otherwise;
    this.insert(text);
    return text !== "";
  }

  /** Start of the word before the cursor. */
  wordBefore(separators: string): number {
    let at = this.#cursor;
    while (at > 0 && this.#isSpace(at - 1)) at--;
    if (at === 0) return 0;
    const kind = this.#isIn(separators, at - 1);
    while (at > 0 && !this.#isSpace(at - 1) && this.#isIn(separators, at - 1) === kind) at--;
    return at;
  }

  /** `vi`: start of the next word; else the end of this word or of the next. */
  wordAfter(separators: string, vi: boolean): number {
    let at = this.#cursor;
    if (!vi) while (at < this.length && this.#isSpace(at)) at++;
    if (at === this.length) return at;
    const kind = this.#isIn(separators, at) && !this.#isSpace(at);
    do at++;
    while (at < this.length && !this.#isSpace(at) && this.#isIn(separators, at) === kind);
    if (vi) while (at < this.length && this.#isSpace(at)) at++;
    return at;
  }

  /** The last character of this word, or of the next word if the cursor is already there. */
  wordEnd(separators: string): number {
    let at = this.#cursor;
    if (at === this.length) return at;
    do at++;
    while (at < this.length && this.#isSpace(at));
    if (at === this.length) return at;
    const kind = this.#isIn(separators, at);
    do at++;
    while (at < this.length && !this.#isSpace(at) && this.#isIn(separators, at) === kind);
    return at - 1;
  }

  /** First and last column of the word at or before the cursor. */
  get wordAround(): { readonly from: number; readonly to: number } {
    let from = Math.max(0, this.#cursor - 1);
    while (from > 0 && !this.#isSpace(from)) from--;
    while (from < this.length && this.#isSpace(from)) from++;
    let to = Math.max(from, this.#cursor - 1);
    while (to < this.length && !this.#isSpace(to)) to++;
    return { from, to };
  }

  slice(from: number, to: number): string {
    return this.#characters.slice(from, to).join("");
  }

  #isSpace(at: number): boolean {
    return this.#characters[at] === " ";
  }

  #isIn(separators: string, at: number): boolean {
    return separators.includes(this.#characters[at] ?? "\0");
  }
}
