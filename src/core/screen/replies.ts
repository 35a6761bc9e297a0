import { encodeUtf8 } from "../text/utf8.ts";
import type { DefaultColour } from "./screen.ts";

/**
 * Every answer the terminal gives, and the only ones. Nothing that an application printed comes back to it through
 * here: the texts are fixed, the numbers are the cursor's place, the screen's size, the state of known modes and colours of
 * whoever looks at it.
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
  /** Columns before rows, as tmux 3.3a has it. */
  size: (cols: number, rows: number): Uint8Array => encodeUtf8(`${ESC}[8;${cols};${rows}t`),
  privateMode: (known: number, on: boolean): Uint8Array => encodeUtf8(`${ESC}[?${known};${on ? 1 : 2}$y`),
  /** A default colour, as 0xrrggbb. */
  colour: (which: DefaultColour, rgb: number, endedByBell: boolean): Uint8Array =>
    encodeUtf8(`${ESC}]${which === "foreground" ? 10 : 11};${xColour(rgb)}${end(endedByBell)}`),
} as const;

/** As X11 writes it, each part with four digits. */
function xColour(rgb: number): string {
  const parts = [rgb >> 16, rgb >> 8, rgb].map((part) => (part & 0xff).toString(16).padStart(2, "0"));
  return `rgb:${parts.map((part) => part + part).join("/")}`;
}

/** An answer ends as its question did. */
function end(byBell: boolean): string {
  return byBell ? "\x07" : `${ESC}\\`;
}
