import type { CopyState, MatchMap } from "./copy-state.ts";
import { createFinder, type Finder } from "./finder.ts";

/** After this time only the screen is searched for matches, and the count is a lower bound. */
const ALL_LINES_MS = 200;
/** After this time the search is abandoned. */
const GIVE_UP_MS = 2_000;
const LAST_NUMBER = 255;

/**
 * First line to search for matches on the screen: a match may start above it, in a line that wraps onto the screen.
 */
function firstLine({ lines, top }: CopyState): number {
  let line = top;
  while (line > 0 && lines.wrapped(line - 1)) line--;
  return line;
}

/**
 * Marks all matches on the screen, and counts those in all lines unless only the screen is requested. Counting has a
 * time limit, beyond which the count is a lower bound. An invalid regular expression changes nothing.
 */
export function markMatches(
  state: CopyState,
  { regex, screenOnly }: { readonly regex: boolean; readonly screenOnly: boolean },
): void {
  const { search, lines } = state;
  const finder = createFinder(lines, { text: search.text ?? "", regex });
  if (!finder) return;
  const started = state.now();
  const end = state.top + lines.rows;
  const whole = { first: 0, end: lines.historySize + lines.rows };
  const screen = { first: firstLine(state), end };
  const limits = screenOnly ? { started, all: Number.POSITIVE_INFINITY } : { started, all: ALL_LINES_MS };
  let marked = markIn(state, finder, { ...(screenOnly ? screen : whole), ...limits });
  let { count } = marked;
  const stopped = marked.end === "stopped";
  if (stopped) {
    marked = markIn(state, finder, { ...screen, started, all: Number.POSITIVE_INFINITY });
    count += marked.count;
  }
  search.timedOut = marked.end === "timed out";
  search.matches = search.timedOut ? undefined : marked.matches;
  if (search.timedOut || screenOnly) return;
  search.more = stopped;
  search.count = stopped ? ([1000, 100, 10].find((bound) => count > bound) ?? -1) : count;
}

/** Marks matches again after the screen scrolled. */
export function refreshMatches(state: CopyState): void {
  const { search } = state;
  if (search.matches && !search.timedOut) markMatches(state, { regex: search.regex, screenOnly: true });
}

interface Marked {
  readonly matches: MatchMap;
  readonly count: number;
  readonly end: "done" | "stopped" | "timed out";
}

interface Range {
  readonly first: number;
  readonly end: number;
  readonly started: number;
  readonly all: number;
}

function markIn(state: CopyState, finder: Finder, { first, end, started, all }: Range): Marked {
  const matches = new Uint8Array(state.lines.cols * state.lines.rows);
  let count = 0;
  let number = 1;
  for (let line = first; line < end; line++) {
    for (let found = finder.first(line, 0); found; found = finder.first(line, found.x + found.width)) {
      count++;
      const at = indexOf(state, found.x, line);
      if (at === undefined) continue;
      for (let i = at; i < Math.min(at + found.width, matches.length); i++) matches[i] ||= number;
      number = number === LAST_NUMBER ? 1 : number + 1;
    }
    const passedMs = state.now() - started;
    if (passedMs > GIVE_UP_MS) return { matches, count, end: "timed out" };
    if (passedMs > all) return { matches, count, end: "stopped" };
  }
  return { matches, count, end: "done" };
}

/** Index of a cell in the map of matches; undefined if its line is not on the screen. */
export function indexOf({ lines, top }: CopyState, x: number, line: number): number | undefined {
  return line < top || line >= top + lines.rows ? undefined : (line - top) * lines.cols + x;
}

/** The cells around a given one that belong to the same match. */
export function matchAround(
  matches: MatchMap,
  at: number,
): { readonly first: number; readonly last: number } {
  const number = matches[at];
  let first = at;
  let last = at;
  while (first > 0 && matches[first - 1] === number) first--;
  while (last < matches.length - 1 && matches[last + 1] === number) last++;
  return { first, last };
}

/** The match under the cursor or directly before it. */
export function matchAtCursor(state: CopyState): string | undefined {
  const { lines, search, top } = state;
  const { matches } = search;
  let at = matches && indexOf(state, state.x, state.line);
  if (!matches || at === undefined) return undefined;
  if (!matches[at]) at--;
  if (at < 0 || !matches[at]) return undefined;
  const { first, last } = matchAround(matches, at);
  let text = "";
  for (let i = first; i <= last; i++)
    text += lines.cells(top + Math.floor(i / lines.cols))[i % lines.cols] ?? " ";
  return text;
}
