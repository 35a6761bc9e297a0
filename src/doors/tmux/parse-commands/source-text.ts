/** End of the text. */
export const END = "";

/**
 * Characters of configuration text, one at a time, with lines joined where they end in an odd number of backslashes and
 * counted as they are read. `line` is where an error is reported.
 */
export class SourceText {
  readonly #chars: readonly string[];
  #next = 0;
  /** Backslashes already read whose turn has not come yet. */
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

  /** Puts back the character read last. */
  unread(): void {
    this.#next--;
  }

  skip(isSkipped: (char: string) => boolean): string {
    let char = this.read();
    while (char !== END && isSkipped(char)) char = this.read();
    return char;
  }
}
