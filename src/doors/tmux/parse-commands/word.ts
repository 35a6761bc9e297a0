import { ParseError } from "../command-error.ts";
import type { ParseInput } from "./parse-input.ts";
import { END, type SourceText } from "./source-text.ts";

type Quote = "" | "'" | '"';

const ESCAPES: Readonly<Record<string, string>> = {
  a: "\x07",
  b: "\b",
  e: "\x1b",
  f: "\f",
  s: " ",
  v: "\v",
  r: "\r",
  n: "\n",
  t: "\t",
};

/** Maximum length of the name of a variable or user. */
const MAX_NAME = 1022;

/** Reads one word that begins with `first`: removes quotes; expands escapes, variables and home directories. */
export function readWord(source: SourceText, first: string, input: ParseInput): string {
  return new Word(source, input).read(first);
}

class Word {
  readonly #source: SourceText;
  readonly #input: ParseInput;
  /** Texts, and single bytes of octal escapes, which together may form one UTF-8 character. */
  readonly #parts: (string | number)[] = [];

  constructor(source: SourceText, input: ParseInput) {
    this.#source = source;
    this.#input = input;
  }

  read(first: string): string {
    let quote: Quote = "";
    // Quotes around the last character: a tilde is a home directory only where this changes.
    let last: Quote | undefined;
    for (let char = first; char !== END; ) {
      if (quote === "" && " \t\n;}".includes(char)) break;
      if (char === "\n") {
        char = this.#brokenLine();
        continue;
      }
      if (isQuote(char) && (quote === "" || quote === char)) {
        quote = quote === "" ? char : "";
      } else {
        this.#take(char, { quote, afterChange: last !== quote });
        last = quote;
      }
      char = this.#source.read();
    }
    this.#source.unread();
    return joined(this.#parts);
  }

  #take(char: string, { quote, afterChange }: { quote: Quote; afterChange: boolean }): void {
    if (quote === "'") this.#parts.push(char);
    else if (char === "\\") this.#escape();
    else if (char === "~" && afterChange) this.#tilde();
    else if (char === "$") this.#variable();
    else this.#parts.push(char);
  }

  /** Inside quotes a newline is kept, but the next line's indentation and a comment at its start are dropped. */
  #brokenLine(): string {
    this.#parts.push("\n");
    const char = this.#source.skip((c) => c === " " || c === "\t");
    if (char !== "#") return char;
    const next = this.#source.read();
    if (next !== END && ",#{}:".includes(next)) {
      this.#source.unread();
      return "#";
    }
    return this.#source.skip((c) => c !== "\n");
  }

  #escape(): void {
    const char = this.#source.read();
    if (char === END) throw this.#fault("syntax error");
    if (char >= "0" && char <= "7" && char.length === 1) this.#octal(char);
    else if (char === "u" || char === "U") this.#unicode(char);
    else this.#parts.push(ESCAPES[char] ?? char);
  }

  #octal(first: string): void {
    const digits = first > "3" ? "" : first + this.#source.read() + this.#source.read();
    if (!/^[0-3][0-7][0-7]$/.test(digits)) throw this.#fault("invalid octal escape");
    this.#parts.push(Number.parseInt(digits, 8));
  }

  #unicode(kind: "u" | "U"): void {
    let digits = "";
    for (let left = kind === "u" ? 4 : 8; left > 0; left--) {
      const char = this.#source.read();
      if (char === END || char === "\n") throw this.#fault("syntax error");
      if (!/^[0-9A-Fa-f]$/.test(char)) throw this.#fault(`invalid \\${kind} argument`);
      digits += char;
    }
    const code = Number.parseInt(digits, 16);
    if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff))
      throw this.#fault(`invalid \\${kind} argument`);
    this.#parts.push(String.fromCodePoint(code));
  }

  #variable(): void {
    const first = this.#source.read();
    if (first === END) throw this.#fault("syntax error");
    const braces = first === "{";
    if (!braces && !/^[A-Za-z_]$/.test(first)) {
      this.#parts.push("$");
      this.#source.unread();
      return;
    }
    const name = this.#name(braces ? "" : first, { braces });
    this.#parts.push(this.#input.world.variable(name) ?? "");
  }

  #name(start: string, { braces }: { braces: boolean }): string {
    for (let name = start; ; ) {
      const char = this.#source.read();
      if (braces && char === "}") return name;
      if (!/^[A-Za-z0-9_]$/.test(char)) {
        if (braces) throw this.#fault("invalid environment variable");
        this.#source.unread();
        return name;
      }
      if (name.length === MAX_NAME) throw this.#fault("environment variable is too long");
      name += char;
    }
  }

  #tilde(): void {
    let user = "";
    let char = this.#source.read();
    for (; char !== END && !"/ \t\n\"'".includes(char); char = this.#source.read()) {
      if (user.length === MAX_NAME) throw this.#fault("user name is too long");
      user += char;
    }
    this.#source.unread();
    const home = this.#input.world.home(user);
    if (home === undefined) throw this.#fault("syntax error");
    this.#parts.push(home);
  }

  #fault(sentence: string): ParseError {
    return new ParseError(sentence, { file: this.#input.file, line: this.#source.line });
  }
}

function isQuote(char: string): char is "'" | '"' {
  return char === "'" || char === '"';
}

function joined(parts: readonly (string | number)[]): string {
  if (parts.every((part) => typeof part === "string")) return parts.join("");
  const bytes = parts.map((part) => (typeof part === "string" ? Buffer.from(part) : Buffer.of(part)));
  return Buffer.concat(bytes).toString();
}
