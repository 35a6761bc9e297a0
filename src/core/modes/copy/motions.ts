import type { CopyCell, CopyState } from "./copy-state.ts";
import { scrollDown, scrolled, scrollTo, scrollUp } from "./scroll.ts";
import { nextWordEnd, otherEnd, updateSelection } from "./selection.ts";
import { Walker } from "./walker.ts";

/** The column is remembered over shorter lines: it is the last one in which the cursor was not at a line's end. */
function rememberColumn(state: CopyState): void {
  const length = state.lines.length(state.line);
  if (state.x === length) return;
  state.wantedX = state.x;
  state.wantedLength = length;
}

/** Keeps the cursor inside the text of its line, and at the end of it where it was at the end before. */
function isBesideText(state: CopyState): boolean {
  const length = state.lines.length(state.line);
  return (state.x >= state.wantedLength && state.x !== length) || state.x > length;
}

function setCursor(state: CopyState, x: number, y: number): void {
  state.x = x;
  state.y = y;
}

/** One line up. With `scrollOnly` the lines move under the cursor instead. */
export function cursorUp(state: CopyState, { scrollOnly = false } = {}): void {
  stepLine(state, { scrollOnly, down: false });
}

export function cursorDown(state: CopyState, { scrollOnly = false } = {}): void {
  stepLine(state, { scrollOnly, down: true });
}

interface Step {
  readonly scrollOnly: boolean;
  readonly down: boolean;
}

function stepLine(state: CopyState, { scrollOnly, down }: Step): void {
  const { selection, lines } = state;
  const free = !state.inRectangle;
  if (free) rememberColumn(state);
  if (turnsAround(state, down)) otherEnd(state);
  const atEdge = state.y === (down ? lines.rows - 1 : 0);
  const x = free ? state.wantedX : state.x;
  if (scrollOnly || atEdge) {
    state.x = x;
    if (down) scrollDown(state);
    else scrollUp(state);
  } else {
    setCursor(state, x, state.y + (down ? 1 : -1));
    updateSelection(state);
  }
  if (free && isBesideText(state)) {
    state.x = lines.length(state.line);
    updateSelection(state);
  }
  if (selection.lines === "none") return;
  state.x = selection.lines === "left" ? 0 : selection.rectangle ? lines.cols : lines.length(state.line);
  updateSelection(state);
}

/** Lines are selected, and the cursor goes over the other end of them. */
function turnsAround({ selection, line }: CopyState, down: boolean): boolean {
  return down
    ? selection.lines === "left" && line === selection.end.line
    : selection.lines === "right" && line === selection.start.line;
}

/** Where a walker went, at or before the cursor; lines above the screen scroll onto it one by one. */
export function moveBack(state: CopyState, { x, line }: CopyCell): void {
  const { top } = state;
  for (let above = top - line; above > 0; above--) cursorUp(state, { scrollOnly: true });
  setCursor(state, x, Math.max(0, line - top));
  updateSelection(state);
}

/** The same at or behind the cursor. */
export function moveOn(state: CopyState, { x, line }: CopyCell, { keepUnit = false } = {}): void {
  const y = line - state.top;
  const last = state.lines.rows - 1;
  for (let below = y - last; below > 0; below--) cursorDown(state, { scrollOnly: true });
  setCursor(state, x, Math.min(y, last));
  updateSelection(state, { keepUnit });
}

/** Moves as the walker does, which begins at the cursor. */
function walkBack(state: CopyState, walk: (walker: Walker) => void): void {
  const walking = new Walker(state.lines, state);
  walk(walking);
  moveBack(state, walking.place);
}

function walkOn(state: CopyState, walk: (walker: Walker) => void): void {
  const walking = new Walker(state.lines, state);
  walk(walking);
  moveOn(state, walking.place);
}

export function cursorLeft(state: CopyState): void {
  walkBack(state, (walking) => walking.left({ wrap: true }));
}

export function cursorRight(state: CopyState): void {
  const all = state.inRectangle;
  walkOn(state, (walking) => walking.right({ wrap: true, all }));
}

export function startOfLine(state: CopyState): void {
  walkBack(state, (walking) => walking.startOfLine({ wrap: true }));
}

export function endOfLine(state: CopyState): void {
  const all = state.inRectangle;
  walkOn(state, (walking) => walking.endOfLine({ wrap: true, all }));
}

export function backToIndentation(state: CopyState): void {
  walkBack(state, (walking) => walking.backToIndentation());
}

export function nextWord(state: CopyState, separators: string): void {
  walkOn(state, (walking) => walking.nextWord(separators));
}

export function moveToWordEnd(state: CopyState, separators: string, { keepUnit = false } = {}): void {
  moveOn(state, nextWordEnd(state, separators), { keepUnit });
}

export function previousWord(state: CopyState, separators: string, { always }: { always: boolean }): void {
  walkBack(state, (walking) => walking.previousWord(separators, { always }));
}

/** To the next or the one before of the character that `jump` names, or only up to it. */
export function jumpToCharacter(state: CopyState, forward: boolean): void {
  const { jump } = state;
  if (!jump) return;
  const { before, character } = jump;
  const walking = new Walker(state.lines, state);
  if (forward) {
    walking.x += before ? 2 : 1;
    if (!walking.jump(character)) return;
    if (before) walking.left({ wrap: true });
    moveOn(state, walking.place);
    return;
  }
  walking.left({ wrap: false });
  if (before) walking.left({ wrap: false });
  if (!walking.jumpBack(character)) return;
  if (before) walking.right({ wrap: true });
  moveBack(state, walking.place);
}

function pageOf({ lines: { rows } }: CopyState, half: boolean): number {
  if (rows <= 2) return 1;
  return half ? Math.floor(rows / 2) : rows - 2;
}

function takeWantedColumn(state: CopyState): void {
  rememberColumn(state);
  state.x = state.wantedX;
}

function keepInText(state: CopyState): void {
  if (!state.inRectangle && isBesideText(state)) endOfLine(state);
}

export function pageUp(state: CopyState, { half = false } = {}): void {
  takeWantedColumn(state);
  const lines = pageOf(state, half);
  if (state.scroll + lines > state.lines.historySize) {
    state.scroll = state.lines.historySize;
    state.y = Math.max(0, state.y - lines);
  } else state.scroll += lines;
  keepInText(state);
  scrolled(state);
}

/** Returns true if it reached the newest line and `tellEnd` is set. */
export function pageDown(state: CopyState, { half, tellEnd }: { half: boolean; tellEnd: boolean }): boolean {
  takeWantedColumn(state);
  const lines = pageOf(state, half);
  if (state.scroll < lines) {
    state.scroll = 0;
    state.y = Math.min(state.y + lines, state.lines.rows - 1);
  } else state.scroll -= lines;
  keepInText(state);
  if (tellEnd && state.scroll === 0) return true;
  scrolled(state);
  return false;
}

export function historyTop(state: CopyState): void {
  const { selection } = state;
  if (selection.lines === "right" && state.line === selection.start.line) otherEnd(state);
  setCursor(state, 0, 0);
  state.scroll = state.lines.historySize;
  scrolled(state);
}

export function historyBottom(state: CopyState): void {
  const { selection, lines } = state;
  if (selection.lines === "left" && state.line === selection.end.line) otherEnd(state);
  state.scroll = 0;
  setCursor(state, lines.length(lines.last), lines.rows - 1);
  scrolled(state);
}

/** A line of the screen, from its beginning. */
export function toScreenLine(state: CopyState, y: number): void {
  setCursor(state, 0, y);
  updateSelection(state);
}

/** Scrolls back by this number of lines, at most by the existing ones. */
export function gotoLine(state: CopyState, text: string): void {
  if (!/^[ \t-\r]*[+-]?[0-9]+$/.test(text)) return;
  const number = Number(text);
  if (number < -1 || number > 0x7fffffff) return;
  const { historySize } = state.lines;
  state.scroll = number < 0 || number > historySize ? historySize : number;
  updateSelection(state);
}

/** Paragraphs are parted by empty lines. */
export function previousParagraph(state: CopyState): void {
  const isEmpty = (line: number) => state.lines.length(line) === 0;
  let { line } = state;
  while (line > 0 && isEmpty(line)) line--;
  while (line > 0 && !isEmpty(line)) line--;
  scrollTo(state, { x: 0, line });
}

export function nextParagraph(state: CopyState): void {
  const { lines } = state;
  const isEmpty = (line: number) => lines.length(line) === 0;
  let { line } = state;
  while (line < lines.last && isEmpty(line)) line++;
  while (line < lines.last && !isEmpty(line)) line++;
  scrollTo(state, { x: lines.length(line), line });
}

export function setMark(state: CopyState): void {
  state.mark = state.place;
  state.markShown = true;
}

/** The cursor and the mark change places. */
export function jumpToMark(state: CopyState): void {
  const { mark } = state;
  setMark(state);
  state.goTo(mark);
  updateSelection(state);
}

export function setRectangle(state: CopyState, rectangle: boolean): void {
  state.selection.lines = "none";
  state.selection.rectangle = rectangle;
  state.x = Math.min(state.x, state.lines.length(state.line));
  updateSelection(state);
}
