import type { CopyCell, CopyState } from "./copy-state.ts";
import { createFinder, type Finder, isRegex } from "./finder.ts";
import { indexOf, markMatches } from "./matches.ts";
import { scrollTo } from "./scroll.ts";

/** A longer search is abandoned, because the daemon has other clients to serve. */
const LONGEST_MS = 2_000;

/**
 * Goes to the next match of the text, and marks all matches. Upwards, the cursor stops at the start of the match;
 * downwards, at its start with vi keys and directly behind it with emacs keys. Returns false if there is no match.
 */
export function search(state: CopyState, { forward, regex }: { forward: boolean; regex: boolean }): boolean {
  const { search: searching, wrapSearch } = state;
  const text = searching.text ?? "";
  const asRegex = regex && isRegex(text);
  searching.forward = forward;
  if (searching.timedOut) return false;
  const screenOnly = rememberSearch(state, text, asRegex);
  const finder = createFinder(state.lines, { text, regex: asRegex });
  if (!finder) return false;
  const hunt = { finder, forward, wrap: wrapSearch, deadline: state.now() + LONGEST_MS };
  if (!jump(state, startOf(state, forward), hunt)) return false;
  markMatches(state, { regex: asRegex, screenOnly });
  if (forward) settleForward(state, hunt);
  else settleBackward(state);
  return true;
}

/** Whether this repeats the pane's previous search: then only the screen is marked again. */
function rememberSearch({ memory, search: searching }: CopyState, text: string, regex: boolean): boolean {
  const known = !searching.all && memory.text !== undefined && memory.regex === regex;
  const same = known && memory.text === text;
  if (!known) searching.all = false;
  memory.text = text;
  memory.regex = regex;
  return same;
}

/** With vi keys the match under the cursor is skipped. */
function startOf(state: CopyState, forward: boolean): CopyCell {
  if (!forward) return cellBefore(state, state.place);
  if (!state.vi) return state.place;
  return state.search.matches ? behindMatch(state, state.place) : cellBehind(state, state.place);
}

interface Hunt {
  readonly finder: Finder;
  readonly forward: boolean;
  readonly wrap: boolean;
  /** Milliseconds since the epoch. */
  readonly deadline: number;
}

/** Moves the cursor to the first match from a position on; with `wrap` the search continues at the other end. */
function jump(state: CopyState, from: CopyCell, hunt: Hunt): boolean {
  const { forward, wrap } = hunt;
  const { cols, last } = state.lines;
  const look = forward ? lookDown : lookUp;
  const otherEnd = forward ? { x: 0, line: 0 } : { x: cols - 1, line: last };
  const found =
    look(state, hunt, { from, until: forward ? last : 0 }) ??
    (wrap ? look(state, hunt, { from: otherEnd, until: from.line }) : undefined);
  if (found) scrollTo(state, found, { refresh: false });
  return found !== undefined;
}

interface Look {
  readonly from: CopyCell;
  /** The last line. */
  readonly until: number;
}

function lookDown(state: CopyState, { finder, deadline }: Hunt, { from, until }: Look): CopyCell | undefined {
  for (let { x, line } = from; line <= until && state.now() <= deadline; line++, x = 0) {
    const found = finder.first(line, x);
    if (found) return { x: found.x, line };
  }
  return undefined;
}

function lookUp(state: CopyState, { finder, deadline }: Hunt, { from, until }: Look): CopyCell | undefined {
  const { cols } = state.lines;
  for (let { x, line } = from; line >= until && state.now() <= deadline; line--, x = cols - 1) {
    const found = finder.last(line, x + 1);
    if (found) return beginningOf(state, finder, { x: found.x, line, width: found.width, until });
  }
  return undefined;
}

/** A match at the start of a continued line may be the end of a longer match that starts in the line before. */
function beginningOf(
  { lines }: CopyState,
  finder: Finder,
  { x, line, width, until }: CopyCell & { width: number; until: number },
): CopyCell {
  const end = line * lines.cols + x + width;
  let place = { x, line };
  while (place.x === 0 && place.line > until && lines.wrapped(place.line - 1)) {
    const longer = finder.last(place.line - 1, lines.cols);
    if (!longer || (place.line - 1) * lines.cols + longer.x + longer.width !== end) break;
    place = { x: longer.x, line: place.line - 1 };
  }
  return place;
}

/** A match may be found inside another one that wrapped into the line: the search then continues after that one. */
function settleForward(state: CopyState, hunt: Hunt): void {
  const { matches } = state.search;
  const at = indexOf(state, state.x, state.line);
  if (matches && at && matches[at] === matches[at - 1]) jump(state, behindMatch(state, state.place), hunt);
  if (state.vi) return;
  const behind = behindMatch(state, state.place);
  // Where searches wrap, behind a match at the very end is the very beginning: tmux then loses its cursor.
  if (behind.line < state.top) scrollTo(state, behind, { refresh: false });
  else {
    state.x = behind.x;
    state.y = behind.line - state.top;
  }
}

function settleBackward(state: CopyState): void {
  const { matches } = state.search;
  const start = indexOf(state, state.x, state.line);
  if (!matches || start === undefined) return;
  let at = start;
  while (at > 0 && matches[at - 1] === matches[start]) at--;
  state.x = at % state.lines.cols;
  state.y = Math.floor(at / state.lines.cols);
}

/** The first cell that does not belong to the match in which a place is. */
function behindMatch(state: CopyState, place: CopyCell): CopyCell {
  const { lines, search: searching } = state;
  const { matches } = searching;
  const start = indexOf(state, place.x, place.line);
  if (!matches || start === undefined || !matches[start]) return place;
  let behind = place;
  for (let cells = lines.cols * lines.rows; cells > 0; cells--) {
    const at = indexOf(state, behind.x, behind.line);
    if (at === undefined || matches[at] !== matches[start]) break;
    const next = cellBehind(state, behind);
    if (next === behind) break;
    behind = next;
  }
  return behind;
}

function cellBefore({ lines, wrapSearch }: CopyState, place: CopyCell): CopyCell {
  const { x, line } = place;
  if (x > 0) return { x: x - 1, line };
  if (line > 0) return { x: lines.cols - 1, line: line - 1 };
  return wrapSearch ? { x: lines.cols - 1, line: lines.last } : place;
}

function cellBehind({ lines, wrapSearch }: CopyState, place: CopyCell): CopyCell {
  const { x, line } = place;
  if (x !== lines.cols - 1) return { x: x + 1, line };
  if (line < lines.last) return { x: 0, line: line + 1 };
  return wrapSearch ? { x: 0, line: 0 } : place;
}
