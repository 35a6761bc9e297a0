import type { CopyCell, CopyState } from "./copy-state.ts";
import { isOneOf, Walker, WHITESPACE } from "./walker.ts";

/** Starts a selection at the cursor; its end follows the cursor from now on. */
export function startSelection(state: CopyState): void {
  const { selection } = state;
  selection.start = state.place;
  selection.end = state.place;
  selection.follows = "end";
  setSelection(state);
}

/**
 * Must be called after the cursor moved or the screen scrolled. With `keepUnit`, the selection is not extended to
 * complete words and lines.
 */
export function updateSelection(state: CopyState, { keepUnit = false } = {}): void {
  const { present, lines } = state.selection;
  if (present || lines !== "none") setSelection(state, keepUnit);
}

/** A selection entirely above or below the screen is not created, but an existing one stays. */
function setSelection(state: CopyState, keepUnit = false): void {
  const { selection } = state;
  if (selection.follows !== "none") followCursor(state, keepUnit);
  const above = (place: CopyCell) => place.line < state.top;
  const below = (place: CopyCell) => place.line > state.top + state.lines.rows - 1;
  const outside = [above, below].some((side) => side(selection.start) && side(selection.end));
  if (!outside) selection.present = true;
}

export function clearSelection(state: CopyState): void {
  const { selection } = state;
  selection.present = false;
  stopFollowing(state);
  state.x = Math.min(state.x, state.lines.length(state.line));
}

/** The selection stays unchanged, wherever the cursor goes. */
export function stopFollowing({ selection }: CopyState): void {
  selection.follows = "none";
  selection.lines = "none";
  selection.unit = "character";
}

function followCursor(state: CopyState, keepUnit: boolean): void {
  const { selection } = state;
  const whole = selection.unit === "character" || keepUnit ? undefined : WHOLE[selection.unit](state);
  const isStart = whole ? whole.isStart : selection.follows === "start";
  const place = whole?.place ?? state.place;
  if (isStart) selection.start = place;
  else selection.end = place;
}

/** The moving end of a selection by words or lines, and whether that is its start. The other end is reset. */
interface Whole {
  readonly place: CopyCell;
  readonly isStart: boolean;
}

const WHOLE: Record<"word" | "line", (state: CopyState) => Whole> = {
  word(state) {
    const { selection, x, line, lines } = state;
    const { origin, separators } = selection;
    if (origin.line > line || (origin.line === line && origin.x > x)) {
      selection.end = { ...selection.unitEnd };
      return { place: previousWordStart(state, separators), isStart: true };
    }
    selection.start = { ...selection.unitStart };
    const next = lines.cells(line)[x + 1] ?? WHITESPACE;
    const single = x < lines.length(line) && isOneOf(next, WHITESPACE);
    return { place: single ? state.place : nextWordEnd(state, separators), isStart: false };
  },

  line(state) {
    const { selection, line, lines } = state;
    if (selection.origin.line > line) {
      selection.end = { ...selection.unitEnd };
      return { place: { x: 0, line }, isStart: true };
    }
    selection.start = { ...selection.unitStart };
    const last = Math.max(line, selection.unitEnd.line);
    return { place: { x: lines.length(last), line: last }, isStart: false };
  },
};

/** Start of the word under or before the cursor. */
export function previousWordStart(state: CopyState, separators: string): CopyCell {
  const walker = new Walker(state.lines, state);
  walker.previousWord(separators, { always: false });
  return walker.place;
}

/** End of the next word: on its last character with vi keys, behind it with emacs keys. */
export function nextWordEnd(state: CopyState, separators: string): CopyCell {
  const { lines, vi } = state;
  const walker = new Walker(lines, state);
  if (vi && !walker.isOn(WHITESPACE)) walker.right({ wrap: false });
  walker.nextWordEnd(separators);
  if (vi) walker.left({ wrap: true });
  return walker.place;
}

/** Moves the cursor to the other end of the selection, which follows it from now on. */
export function otherEnd(state: CopyState): void {
  const { selection, lines } = state;
  if (!selection.present && selection.lines === "none") return;
  if (selection.lines !== "none") selection.lines = selection.lines === "right" ? "left" : "right";
  selection.follows = selection.follows === "end" ? "start" : "end";
  const { x, line } = selection[selection.follows];
  const { top } = state;
  const current = state.line;
  state.x = x;
  if (line < top) {
    state.scroll = lines.historySize - line;
    state.y = 0;
  } else if (line > top + lines.rows) {
    state.scroll = lines.historySize - line + lines.rows - 1;
    state.y = lines.rows - 1;
  } else state.y += line - current;
  updateSelection(state, { keepUnit: true });
}
