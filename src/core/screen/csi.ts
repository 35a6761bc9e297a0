import { mode } from "./modes.ts";
import type { Parameters } from "./parameters.ts";
import { sequenceKey, textKey } from "./parser-table.ts";
import { printRepeated } from "./print.ts";
import { privateModes } from "./private-modes.ts";
import { reply } from "./replies.ts";
import { applySgr } from "./sgr.ts";
import { NOTHING_PRINTED, type Terminal } from "./terminal.ts";

/**
 * Control sequences: a table from "intermediates, final byte" to a small function. A parameter that is not a number
 * (-1) makes a sequence do nothing. Counts need no bound here, because each operation stops at the edge of the
 * screen.
 */
type CsiHandler = (terminal: Terminal, parameters: Parameters) => void;

/** A function of one count, 1 by default. */
const counted =
  (run: (terminal: Terminal, count: number) => void): CsiHandler =>
  (terminal, parameters) => {
    const count = parameters.get(0, 1, 1);
    if (count !== -1) run(terminal, count);
  };

/** A function selected by the first parameter. */
const chosen =
  (choices: Readonly<Record<number, CsiHandler>>): CsiHandler =>
  (terminal, parameters) =>
    choices[parameters.get(0, 0, 0)]?.(terminal, parameters);

const place: CsiHandler = (terminal, parameters) => {
  const line = parameters.get(0, 1, 1);
  const column = parameters.get(1, 1, 1);
  if (line !== -1 && column !== -1) terminal.place(column - 1, line - 1);
};

const placeColumn = counted((terminal, column) => terminal.placeColumn(column - 1));

/** SM and RM. */
const modes =
  (on: boolean): CsiHandler =>
  (terminal, parameters) => {
    for (let i = 0; i < parameters.count; i++) {
      const which = parameters.get(i, 0, -1);
      if (which === 4) terminal.setMode(mode.insert, on);
      else if (which === 34) terminal.setMode(mode.cursorVeryVisible, !on);
    }
  };

const setPrivateModes =
  (on: boolean): CsiHandler =>
  (terminal, parameters) => {
    for (let i = 0; i < parameters.count; i++) {
      privateModes.get(parameters.get(i, 0, -1))?.set(terminal, on);
    }
  };

const queryPrivateMode: CsiHandler = (terminal, parameters) => {
  const which = parameters.get(0, 0, 0);
  const get = privateModes.get(which)?.get;
  if (get !== undefined) terminal.listener.reply?.(reply.privateMode(which, get(terminal)));
};

const scrollRegion: CsiHandler = (terminal, parameters) => {
  const upper = parameters.get(0, 1, 1);
  const lower = parameters.get(1, 1, terminal.rows);
  if (upper !== -1 && lower !== -1) terminal.setScrollRegion(upper - 1, lower - 1);
};

const cursorStyle: CsiHandler = (terminal, parameters) => {
  const style = parameters.get(0, 0, 0);
  if (style < 0 || style > 6) return;
  terminal.cursorShape = (style + 1) >> 1;
  if (style > 0) terminal.setMode(mode.cursorBlinking, style % 2 === 1);
};

/** modifyOtherKeys */
const keyModifiers: CsiHandler = (terminal, parameters) => {
  const which = parameters.get(0, 0, 0);
  const value = parameters.get(1, 0, 0);
  if (which === 0 || (which === 4 && value === 0)) terminal.setMode(mode.extendedKeys, false);
  else if (which === 4 && (value === 1 || value === 2)) terminal.setMode(mode.extendedKeys, true);
};

/** Number of operands of each XTWINOPS operation. */
const windowOperands: Readonly<Record<number, number>> = { 3: 2, 4: 2, 8: 2, 9: 1, 10: 1, 22: 1, 23: 1 };

const windowOperations: CsiHandler = (terminal, parameters) => {
  for (let i = 0; i < parameters.count; i++) {
    const operation = parameters.get(i, 0, -1);
    if (operation === -1) return;
    if (operation === 18) terminal.listener.reply?.(reply.size(terminal.cols, terminal.rows));
    for (let left = windowOperands[operation] ?? 0; left > 0; left--) {
      if (parameters.get(++i, 0, -1) === -1) return;
    }
    if (operation === 22 || operation === 23)
      titleStack(terminal, operation === 22, parameters.get(i, 0, -1));
  }
};

/** 0 and 2 refer to the title; icon names (1) are not kept. */
function titleStack(terminal: Terminal, push: boolean, which: number): void {
  if (which !== 0 && which !== 2) return;
  if (push) terminal.titles.push();
  else if (terminal.titles.pop()) terminal.listener.title?.(terminal.titles.current);
}

const table: Readonly<Record<string, CsiHandler>> = {
  "@": counted((terminal, count) => terminal.changeCells("insertCells", count)),
  A: counted((terminal, count) => terminal.cursorUp(count)),
  B: counted((terminal, count) => terminal.cursorDown(count)),
  C: counted((terminal, count) => terminal.cursorRight(count)),
  D: counted((terminal, count) => terminal.cursorLeft(count)),
  E: counted((terminal, count) => {
    terminal.x = 0;
    terminal.cursorDown(count);
  }),
  F: counted((terminal, count) => {
    terminal.x = 0;
    terminal.cursorUp(count);
  }),
  G: placeColumn,
  H: place,
  J: chosen({
    0: (terminal) => terminal.eraseScreenBelow(),
    1: (terminal) => terminal.eraseScreenAbove(),
    2: (terminal) => terminal.eraseScreen(),
    3: (terminal, parameters) => {
      if (parameters.get(1, 0, 0) === 0) terminal.grid.clearHistory();
    },
  }),
  K: chosen({
    0: (terminal) => terminal.eraseLineRight(),
    1: (terminal) => terminal.eraseLineLeft(),
    2: (terminal) => terminal.eraseLine(),
  }),
  L: counted((terminal, count) => terminal.insertLines(count)),
  M: counted((terminal, count) => terminal.deleteLines(count)),
  P: counted((terminal, count) => terminal.changeCells("deleteCells", count)),
  S: counted((terminal, count) => terminal.scroll("scrollUp", count)),
  T: counted((terminal, count) => terminal.scroll("scrollDown", count)),
  X: counted((terminal, count) => terminal.changeCells("clearCells", count)),
  Z: counted((terminal, count) => terminal.tabBackward(count)),
  "`": placeColumn,
  b: counted((terminal, count) => {
    const room = Math.min(count, terminal.cols - terminal.x);
    if (terminal.lastPrinted !== NOTHING_PRINTED && room > 0)
      printRepeated(terminal, terminal.lastPrinted, room);
  }),
  c: chosen({ 0: (terminal) => terminal.listener.reply?.(reply.primaryAttributes()) }),
  ">c": chosen({ 0: (terminal) => terminal.listener.reply?.(reply.secondaryAttributes()) }),
  d: counted((terminal, line) => terminal.placeLine(line - 1)),
  f: place,
  g: chosen({
    0: (terminal) => {
      if (terminal.x < terminal.cols) terminal.tabs[terminal.x] = 0;
    },
    3: (terminal) => terminal.tabs.fill(0),
  }),
  h: modes(true),
  "?h": setPrivateModes(true),
  l: modes(false),
  "?l": setPrivateModes(false),
  m: (terminal, parameters) => {
    applySgr(terminal.pen, parameters);
    terminal.penChanged();
  },
  ">m": keyModifiers,
  n: chosen({
    5: (terminal) => terminal.listener.reply?.(reply.statusOk()),
    6: (terminal) => terminal.listener.reply?.(reply.cursorPosition(terminal.x, terminal.y)),
  }),
  ">n": chosen({ 4: (terminal) => terminal.setMode(mode.extendedKeys, false) }),
  "?$p": queryPrivateMode,
  " q": cursorStyle,
  ">q": chosen({ 0: (terminal) => terminal.listener.reply?.(reply.version()) }),
  r: scrollRegion,
  s: (terminal) => terminal.saveCursor(),
  t: windowOperations,
  u: (terminal) => terminal.restoreCursor(),
};

const byFinal: (CsiHandler | undefined)[] = [];
const byKey = new Map<number, CsiHandler>();
for (const [sequence, handler] of Object.entries(table)) {
  byKey.set(textKey(sequence), handler);
  if (sequence.length === 1) byFinal[textKey(sequence)] = handler;
}

/** `intermediates` holds their bytes as one number, the first one highest. */
export function csiHandler(intermediates: number, final: number): CsiHandler | undefined {
  return intermediates === 0 ? byFinal[final] : byKey.get(sequenceKey(intermediates, final));
}
