import type { MousePlace } from "../../keys/key-press.ts";
import type { CopyState } from "./copy-state.ts";
import { cursorDown, cursorUp } from "./motions.ts";
import { previousWordStart, startSelection, updateSelection } from "./selection.ts";

/** Bits of a report that say it is about the wheel. */
const WHEEL = 64;

export function isWheel({ buttons }: MousePlace): boolean {
  return (buttons & WHEEL) !== 0;
}

/** False where the mouse is not over the pane, as where a drag that begins there has left it at once. */
export function moveToMouse(state: CopyState, { paneX, paneY }: MousePlace): boolean {
  if (paneX === undefined || paneY === undefined) return false;
  const { cols, rows } = state.lines;
  if (paneX < 0 || paneX >= cols || paneY < 0 || paneY >= rows) return false;
  state.x = paneX;
  state.y = paneY;
  return true;
}

/**
 * A selection begins where the button was pressed. Where a word or a line was selected by pressing twice or three times,
 * that one goes on by words or lines.
 */
export function startDrag(state: CopyState, { paneX, paneY, x, y, last }: MousePlace): boolean {
  if (paneX === undefined || paneY === undefined) return false;
  const { selection } = state;
  state.x = paneX + last.x - x;
  state.y = paneY + last.y - y;
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

/** Returns how it scrolls on, where the mouse is at an edge; that is false once it is there no more. */
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
