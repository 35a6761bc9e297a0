import type { CopyCell, CopyState } from "./copy-state.ts";
import { refreshMatches } from "./matches.ts";
import { updateSelection } from "./selection.ts";

/** Scrolls towards the newest line. */
export function scrollDown(state: CopyState): void {
  if (state.scroll === 0) return;
  state.scroll--;
  scrolled(state);
}

/** Scrolls towards the oldest line. */
export function scrollUp(state: CopyState): void {
  if (state.scroll >= state.lines.historySize) return;
  state.scroll++;
  scrolled(state);
}

/** Must be called after the screen scrolled or the cursor moved on it. */
export function scrolled(state: CopyState): void {
  refreshMatches(state);
  updateSelection(state);
}

/**
 * Moves the cursor to a position. If that is not on the screen, the cursor ends a quarter of the height above the
 * bottom.
 */
export function scrollTo(state: CopyState, { x, line }: CopyCell, { refresh = true } = {}): void {
  const { historySize, rows } = state.lines;
  state.x = x;
  if (line >= state.top && line < state.top + rows) state.y = line - state.top;
  else {
    const gap = Math.floor(rows / 4);
    const top = line < rows ? 0 : line > historySize + rows - gap ? historySize : line + gap - rows;
    state.y = line - top;
    state.scroll = historySize - top;
  }
  if (refresh) refreshMatches(state);
  updateSelection(state);
}
