import { ParseError } from "../command-error.ts";
import type { ParseInput } from "./parse-input.ts";
import { END, SourceText } from "./source-text.ts";
import { readWord } from "./word.ts";

const DIRECTIVES = ["%if", "%elif", "%else", "%endif", "%hidden"] as const;

export type Token =
  | { readonly kind: "\n" | ";" | "{" | "}" | "end" | (typeof DIRECTIVES)[number] }
  | { readonly kind: "word" | "assignment" | "format"; readonly text: string };

/** Splits configuration text into tokens. Every text ends with a newline token, even without a final newline. */
export class Lexer {
  readonly #source: SourceText;
  readonly #input: ParseInput;
  #atEnd = false;
  #newlineRead = false;
  #afterDirective = false;

  constructor(text: string, input: ParseInput) {
    this.#input = input;
    this.#source = new SourceText(text, input.line);
  }

  get line(): number {
    return this.#source.line;
  }

  next(): Token {
    const source = this.#source;
    // The line number changes when the parser moves to the next line, so that errors at the line's end still name it.
    if (this.#newlineRead) source.line++;
    this.#newlineRead = false;
    const afterDirective = this.#afterDirective;
    this.#afterDirective = false;
    for (;;) {
      const char = source.skip((c) => c === " " || c === "\t");
      if (char === END) return this.#end();
      if (char === "\n") {
        this.#newlineRead = true;
        return { kind: "\n" };
      }
      if (char === ";" || char === "{" || char === "}") return { kind: char };
      if (char === "#") {
        const token = this.#hash(afterDirective);
        if (token) return token;
        continue;
      }
      return char === "%" ? this.#percent() : this.#word(char);
    }
  }

  #end(): Token {
    if (this.#atEnd) return { kind: "end" };
    this.#atEnd = true;
    return { kind: "\n" };
  }

  /** A `#` begins a format after a directive, and a comment anywhere else. */
  #hash(afterDirective: boolean): Token | undefined {
    let char = this.#source.read();
    if (afterDirective && char === "{") return { kind: "format", text: this.#format() };
    while (char !== "\n" && char !== END) char = this.#source.read();
    if (char === END) return undefined;
    this.#source.line++;
    return { kind: "\n" };
  }

  #format(): string {
    let text = "#{";
    for (let depth = 1; ; ) {
      let char = this.#source.read();
      if (char === "#") {
        text += char;
        char = this.#source.read();
        if (char === "{") depth++;
      } else if (char === "}" && --depth === 0) return `${text}}`;
      if (char === END || char === "\n") throw this.#fault();
      text += char;
    }
  }

  /** A `%` begins a directive, unless the word is all digits and percent signs, such as a pane id. */
  #percent(): Token {
    let text = "%";
    let char = this.#source.read();
    for (; char !== END && !" \t\n".includes(char); char = this.#source.read()) text += char;
    this.#source.unread();
    if (/^[%0-9]*$/.test(text)) return { kind: "word", text };
    const directive = DIRECTIVES.find((each) => each === text);
    if (!directive) throw this.#fault();
    this.#afterDirective = true;
    return { kind: directive };
  }

  #word(first: string): Token {
    const text = readWord(this.#source, first, this.#input);
    return { kind: /^[A-Za-z_][A-Za-z0-9_]*=/.test(text) ? "assignment" : "word", text };
  }

  #fault(): ParseError {
    return new ParseError("syntax error", { file: this.#input.file, line: this.line });
  }
}
