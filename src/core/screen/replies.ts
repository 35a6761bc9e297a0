import { encodeUtf8 } from "../text/utf8.ts";
import type { DefaultColour } from "./screen.ts";

/**
 * All replies that the terminal sends. No reply contains text that an application printed: the texts are fixed, and
 * the numbers are the cursor position, the screen size, the state of known modes, and the colours of the terminal
 * that shows the screen.
 */
const fixed = (text: string) => {
  const bytes = encodeUtf8(text);
  return (): Uint8Array => bytes;
};

const ESC = "\x1b";
export const reply = {
  primaryAttributes: fixed(`${ESC}[?1;2c`),
  secondaryAttributes: fixed(`${ESC}[>84;0;0c`),
  version: fixed(`${ESC}P>|tmux 3.3a${ESC}\\`),
  statusOk: fixed(`${ESC}[0n`),
  cursorPosition: (x: number, y: number): Uint8Array => encodeUtf8(`${ESC}[${y + 1};${x + 1}R`),
  /** Columns before rows, as in tmux 3.3a. */
  size: (cols: number, rows: number): Uint8Array => encodeUtf8(`${ESC}[8;${cols};${rows}t`),
  privateMode: (known: number, on: boolean): Uint8Array => encodeUtf8(`${ESC}[?${known};${on ? 1 : 2}$y`),
  /** A default colour, as 0xrrggbb. */
  colour: (which: DefaultColour, rgb: number, endedByBell: boolean): Uint8Array =>
    encodeUtf8(`${ESC}]${which === "foreground" ? 10 : 11};${xColour(rgb)}${end(endedByBell)}`),
} as const;

/** X11 notation, each part with four digits. */
function xColour(rgb: number): string {
  const parts = [rgb >> 16, rgb >> 8, rgb].map((part) => (part & 0xff).toString(16).padStart(2, "0"));
  return `rgb:${parts.map((part) => part + part).join("/")}`;
}

/** A reply ends with the same terminator as its query. */
function end(byBell: boolean): string {
  return byBell ? "\x07" : `${ESC}\\`;
}
