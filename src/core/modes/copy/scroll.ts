import type { CopyState, Place } from "./copy-state.ts";
import { refreshMatches } from "./matches.ts";
import { updateSelection } from "./selection.ts";

/** Towards the newest line. */
export function scrollDown(state: CopyState): void {
  if (state.scroll === 0) return;
  state.scroll--;
  scrolled(state);
}

/** Towards the oldest line. */
export function scrollUp(state: CopyState): void {
  if (state.scroll >= state.lines.historySize) return;
  state.scroll++;
  scrolled(state);
}

/** After other lines came onto the screen, or the cursor to another place of it. */
export function scrolled(state: CopyState): void {
  refreshMatches(state);
  updateSelection(state);
}

/** Brings the cursor to a place. Where that is not on the screen, it comes to stand a quarter above its bottom. */
export function scrollTo(state: CopyState, { x, line }: Place, { refresh = true } = {}): void {
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
