import { COLS } from "./cases.ts";

/**
 * Where ours knowingly shows something else than tmux 3.3a. Each has a case that shows it: when the case agrees, the
 * entry is stale and the test says so.
 */
export interface Difference {
  readonly shown: string;
  /** Written some time after. */
  readonly later?: string;
  readonly reason: string;
}

export const differences: Readonly<Record<string, Difference>> = {
  "an underline colour given to a character that is already there": {
    shown: "\x1b[?7lab\r\x1b[58;5;3mab",
    reason:
      "Outside of plain runs tmux takes a cell that differs only in the colour of its underline for unchanged. Whether it notices depends on how the cell was stored before; ours always writes it.",
  },
  "a joiner at the end of what was read at once": {
    shown: "👩\u200d",
    later: "💻",
    reason:
      "tmux forgets a zero width joiner between two reads of its terminal. On ours the same bytes give the same screen, however they are cut.",
  },
  "a joiner before something that cannot be joined": {
    shown: "x\u200d\r\n漢字",
    reason:
      "Within one read, tmux 3.3a lets a zero width joiner take the next character beyond ASCII, however much stands in between, and loses it at the start of a line; ours and newer ones join only what follows at once.",
  },
  "a blank where lines do not wrap, after text that ends at a quarter or half of the width": {
    shown: `${"x".repeat(COLS / 2)}\x1b[?7l `,
    reason:
      "tmux keeps or drops such a blank depending on whether one read brought all of the text before it. On ours the same bytes give the same screen, however they are cut.",
  },
};
