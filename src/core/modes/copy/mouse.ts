import type { MousePlace } from "../../tree/tree.ts";
import type { CopyState } from "./copy-state.ts";
import { cursorDown, cursorUp } from "./motions.ts";
import { previousWordStart, startSelection, updateSelection } from "./selection.ts";

/** Bits of a report that identify the wheel. */
const WHEEL = 64;

export function isWheel({ buttons }: MousePlace): boolean {
  return (buttons & WHEEL) !== 0;
}

/** Returns false if the mouse is not over the pane, for example after a drag that left the pane at once. */
export function moveToMouse(state: CopyState, { paneX, paneY }: MousePlace): boolean {
  return paneX !== undefined && paneY !== undefined && moveTo(state, paneX, paneY);
}

function moveTo(state: CopyState, x: number, y: number): boolean {
  const { cols, rows } = state.lines;
  if (x < 0 || x >= cols || y < 0 || y >= rows) return false;
  state.x = x;
  state.y = y;
  return true;
}

/**
 * Starts a selection where the button was pressed, unless that was outside the pane. A word or line selected by a
 * double or triple click continues to grow by words or lines.
 */
export function startDrag(state: CopyState, { paneX, paneY, x, y, last }: MousePlace): boolean {
  if (paneX === undefined || paneY === undefined) return false;
  if (!moveTo(state, paneX + last.x - x, paneY + last.y - y)) return false;
  const { selection } = state;
  const { unitStart, unitEnd } = selection;
  if (state.x < unitStart.x || state.x > unitEnd.x || state.line !== unitStart.line)
    selection.unit = "character";
  if (selection.unit === "character") startSelection(state);
  else if (selection.unit === "line") state.x = 0;
  else {
    const { x: column, line } = previousWordStart(state, selection.separators);
    state.x = column;
    state.y = line - state.top;
  }
  return true;
}

/**
 * Returns a function that continues scrolling if the mouse is at an edge; it returns false once the mouse has left
 * the edge.
 */
export function dragSelection(state: CopyState, mouse: MousePlace): (() => boolean) | undefined {
  const before = { x: state.x, y: state.y };
  if (!moveToMouse(state, mouse)) return undefined;
  const { x, y } = state;
  updateSelection(state);
  if (before.y === y && before.x !== x) return undefined;
  return scrollAtEdge(state, y) ? () => scrollAtEdge(state, state.y) : undefined;
}

function scrollAtEdge(state: CopyState, y: number): boolean {
  if (y === 0) cursorUp(state, { scrollOnly: true });
  else if (y === state.lines.rows - 1) cursorDown(state, { scrollOnly: true });
  else return false;
  return true;
}
