import { encodeUtf8 } from "../text/utf8.ts";

/**
 * Every answer the terminal gives, and the only ones. Nothing that an application printed comes back to it through
 * here: the texts are fixed, the numbers are the cursor's place, the screen's size and the state of known modes.
 */
const fixed = (text: string) => {
  const bytes = encodeUtf8(text);
  return (): Uint8Array => bytes;
};

const ESC = "\x1b";
/** The colours that an application is told; no terminal may be attached that could be asked. */
const FOREGROUND = "rgb:e5e5/e5e5/e5e5";
const BACKGROUND = "rgb:0000/0000/0000";

export const reply = {
  primaryAttributes: fixed(`${ESC}[?1;2c`),
  secondaryAttributes: fixed(`${ESC}[>84;0;0c`),
  version: fixed(`${ESC}P>|tmux 3.3a${ESC}\\`),
  statusOk: fixed(`${ESC}[0n`),
  cursorPosition: (x: number, y: number): Uint8Array => encodeUtf8(`${ESC}[${y + 1};${x + 1}R`),
  /** Columns before rows, as tmux 3.3a has it. */
  size: (cols: number, rows: number): Uint8Array => encodeUtf8(`${ESC}[8;${cols};${rows}t`),
  privateMode: (known: number, on: boolean): Uint8Array => encodeUtf8(`${ESC}[?${known};${on ? 1 : 2}$y`),
  foreground: (endedByBell: boolean): Uint8Array => encodeUtf8(`${ESC}]10;${FOREGROUND}${end(endedByBell)}`),
  background: (endedByBell: boolean): Uint8Array => encodeUtf8(`${ESC}]11;${BACKGROUND}${end(endedByBell)}`),
} as const;

/** An answer ends as its question did. */
function end(byBell: boolean): string {
  return byBell ? "\x07" : `${ESC}\\`;
}
