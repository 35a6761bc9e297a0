/** End of the text. */
export const END = "";

/**
 * Reads configuration text character by character, joins lines that end in an odd number of backslashes, and counts
 * lines. `line` is where an error is reported.
 */
export class SourceText {
  readonly #chars: readonly string[];
  #next = 0;
  /** Number of backslashes already read but not returned yet. */
  #pending = 0;
  line: number;

  constructor(text: string, line: number) {
    this.#chars = Array.from(text);
    this.line = line;
  }

  read(): string {
    if (this.#pending > 0) {
      this.#pending--;
      return "\\";
    }
    for (;;) {
      const char = this.#chars[this.#next++] ?? END;
      if (char === "\\") this.#pending++;
      else if (char === "\n" && this.#pending % 2 === 1) {
        this.line++;
        this.#pending--;
      } else if (this.#pending > 0) {
        this.#next--;
        this.#pending--;
        return "\\";
      } else return char;
    }
  }

  /** Returns the last character to the input. */
  unread(): void {
    this.#next--;
  }

  skip(isSkipped: (char: string) => boolean): string {
    let char = this.read();
    while (char !== END && isSkipped(char)) char = this.read();
    return char;
  }
}
