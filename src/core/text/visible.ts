import { NO_WIDTH, widthOf } from "../screen/width.ts";
import { decodeCharacter, encodeUtf8 } from "./utf8.ts";

/**
 * Whether a C library would print this code point. tmux takes a character it would not print for bytes that are no
 * UTF-8: control characters, surrogates, and code points without a character.
 */
export function isPrintable(code: number): boolean {
  if (code < 0x80) return code >= 0x20 && code < 0x7f;
  return code <= 0x10ffff && widthOf(code) !== NO_WIDTH;
}

interface VisibleOptions {
  /** Escape double quotes, for use between them. */
  readonly doubleQuotes?: boolean;
}

const NAMED = new Map([
  [0x07, "\\a"],
  [0x08, "\\b"],
  [0x09, "\\t"],
  [0x0a, "\\n"],
  [0x0b, "\\v"],
  [0x0c, "\\f"],
  [0x0d, "\\r"],
]);
const DOLLAR = 0x24;
const BACKSLASH = 0x5c;
const QUOTE = 0x22;

/**
 * The form in which tmux prints text of unknown content: C escapes for the control characters that have one, octal for
 * the other unprintable bytes, a doubled backslash; printable characters as they are. A `$` that would begin a variable
 * is escaped, so that the printed text can be read back as configuration.
 */
export function visible(data: Uint8Array | string, options: VisibleOptions = {}): string {
  const bytes = typeof data === "string" ? encodeUtf8(data) : data;
  let out = "";
  for (let at = 0; at < bytes.length; ) {
    const character = bytes[at]! >= 0x80 ? decodeCharacter(bytes, at) : undefined;
    if (character && isPrintable(character.code)) {
      out += String.fromCodePoint(character.code);
      at += character.length;
      continue;
    }
    out += visibleByte(bytes[at]!, bytes[at + 1], options);
    at++;
  }
  return out;
}

function visibleByte(byte: number, next: number | undefined, { doubleQuotes }: VisibleOptions): string {
  if (byte === DOLLAR) return next !== undefined && beginsVariable(next) ? "\\$" : "$";
  if (byte === BACKSLASH) return "\\\\";
  if (byte === QUOTE && doubleQuotes) return '\\"';
  if (byte >= 0x20 && byte < 0x7f) return String.fromCharCode(byte);
  if (byte === 0) return isOctalDigit(next) ? "\\000" : "\\0";
  return NAMED.get(byte) ?? `\\${byte.toString(8).padStart(3, "0")}`;
}

function beginsVariable(byte: number): boolean {
  return /[A-Za-z_{]/.test(String.fromCharCode(byte));
}

function isOctalDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x30 && byte <= 0x37;
}

/**
 * One argument of a command, or the value of an option, as tmux prints it so that its own parser reads it back: bare
 * where nothing in it is special, else in the quotes that need the fewest escapes.
 */
export function escapeArgument(text: string): string {
  if (text === "") return "''";
  const quote = /[ #';${}%]/.test(text) ? '"' : /"/.test(text) ? "'" : "";
  if (text.length === 1 && text !== " " && (quote !== "" || text === "~")) return `\\${text}`;
  const escaped = visible(text, { doubleQuotes: quote === '"' });
  const home = quote !== "'" && escaped.startsWith("~") ? "\\" : "";
  return `${quote}${home}${escaped}${quote}`;
}
