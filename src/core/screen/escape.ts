import { mode } from "./modes.ts";
import { sequenceKey, textKey } from "./parser-table.ts";
import type { Terminal } from "./terminal.ts";

/**
 * Escape sequences without parameters, by intermediates and final byte. ESC \ needs no entry: it only ends strings.
 */
const table: Readonly<Record<string, (terminal: Terminal) => void>> = {
  "(0": ({ charset }) => {
    charset.g0Drawing = true;
  },
  "(B": ({ charset }) => {
    charset.g0Drawing = false;
  },
  ")0": ({ charset }) => {
    charset.g1Drawing = true;
  },
  ")B": ({ charset }) => {
    charset.g1Drawing = false;
  },
  "7": (terminal) => terminal.saveCursor(),
  "8": (terminal) => terminal.restoreCursor(),
  "#8": (terminal) => terminal.alignmentTest(),
  "=": (terminal) => terminal.setMode(mode.applicationKeypad, true),
  ">": (terminal) => terminal.setMode(mode.applicationKeypad, false),
  D: (terminal) => terminal.lineFeed(false, terminal.eraseStyle()),
  E: (terminal) => {
    terminal.x = 0;
    terminal.lineFeed(false, terminal.eraseStyle());
  },
  H: (terminal) => {
    if (terminal.x < terminal.cols) terminal.tabs[terminal.x] = 1;
  },
  M: (terminal) => terminal.reverseIndex(),
  "\\": () => {},
  c: (terminal) => {
    terminal.resetPen();
    terminal.resetScreen();
  },
};

const handlers = new Map(Object.entries(table).map(([sequence, handler]) => [textKey(sequence), handler]));

/** Returns false for an unknown sequence. */
export function runEscape(terminal: Terminal, intermediates: number, final: number): boolean {
  const handler = handlers.get(sequenceKey(intermediates, final));
  handler?.(terminal);
  return handler !== undefined;
}
