import { enterAlternate, leaveAlternate } from "./alternate.ts";
import { ALL_MOUSE, mode } from "./modes.ts";
import type { Terminal } from "./terminal.ts";

/** DECSET and DECRST: the effect of switching each private mode, and its state if it can be queried. */
interface PrivateMode {
  readonly set: (terminal: Terminal, on: boolean) => void;
  readonly get?: (terminal: Terminal) => boolean;
}

const bit = (bits: number): PrivateMode => ({
  set: (terminal, on) => terminal.setMode(bits, on),
  get: (terminal) => terminal.has(bits),
});

/** Only one kind of mouse reporting is on; switching any of them off ends all. */
const mouse = (bits: number): PrivateMode => ({
  set: (terminal, on) => {
    terminal.setMode(ALL_MOUSE, false);
    if (on) terminal.setMode(bits, true);
  },
  get: (terminal) => terminal.has(bits),
});

const alternate = (withCursor: boolean): PrivateMode => ({
  set: (terminal, on) => (on ? enterAlternate : leaveAlternate)(terminal, withCursor),
  get: (terminal) => terminal.saved !== undefined,
});

export const privateModes: ReadonlyMap<number, PrivateMode> = new Map([
  [1, bit(mode.applicationCursor)],
  [
    3, // DECCOLM: the width stays, but the screen is cleared
    {
      set: (terminal) => {
        terminal.place(0, 0);
        terminal.eraseScreen();
      },
    },
  ],
  [
    6,
    {
      set: (terminal, on) => {
        terminal.setMode(mode.origin, on);
        terminal.place(0, 0);
      },
      get: (terminal) => terminal.has(mode.origin),
    },
  ],
  [7, bit(mode.wrap)],
  [12, bit(mode.cursorBlinking)],
  [25, bit(mode.cursor)],
  [47, alternate(false)],
  [1000, mouse(mode.mouseStandard)],
  [1001, { set: (terminal, on) => on || terminal.setMode(ALL_MOUSE, false) }],
  [1002, mouse(mode.mouseButton)],
  [1003, mouse(mode.mouseAll)],
  [
    1004,
    {
      set: (terminal, on) => {
        const asked = on && !terminal.has(mode.focusEvents);
        terminal.setMode(mode.focusEvents, on);
        if (asked) terminal.listener.focusWanted?.();
      },
      get: (terminal) => terminal.has(mode.focusEvents),
    },
  ],
  [1005, bit(mode.mouseUtf8)],
  [1006, bit(mode.mouseSgr)],
  [1047, alternate(false)],
  [1049, alternate(true)],
  [2004, bit(mode.bracketedPaste)],
  [2026, bit(mode.synchronized)],
]);
