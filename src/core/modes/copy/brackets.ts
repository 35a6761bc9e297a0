import type { CopyCell, CopyState } from "./copy-state.ts";
import { moveToWordEnd, previousWord } from "./motions.ts";
import { scrollTo } from "./scroll.ts";

const OPENING = "{[(";
const CLOSING = "}])";

function textAt({ lines }: CopyState, { x, line }: CopyCell): string {
  return lines.cells(line)[x] ?? " ";
}

/** Index of the cell's character among the brackets, or -1. */
function bracketAt(state: CopyState, place: CopyCell, brackets: string): number {
  const text = textAt(state, place);
  return text === "" ? -1 : brackets.indexOf(text);
}

/**
 * Moves from a closing bracket to its opening one. With emacs keys the character before the cursor counts too, and
 * without a bracket it acts as previous-word.
 */
export function previousMatchingBracket(state: CopyState): void {
  if (state.lines.length(state.line) === 0) return;
  let from = state.place;
  let kind = bracketAt(state, from, CLOSING);
  if (kind < 0 && !state.viAtStart) {
    if (from.x > 0) {
      from = { ...from, x: from.x - 1 };
      kind = bracketAt(state, from, CLOSING);
    }
    if (kind < 0) previousWord(state, CLOSING, { always: true });
  }
  if (kind < 0) return;
  const found = pairBefore(state, from, kind);
  if (found) scrollTo(state, found);
}

function pairBefore(state: CopyState, from: CopyCell, kind: number): CopyCell | undefined {
  const place = { ...from };
  for (let open = 1; open > 0; ) {
    if (place.x === 0) {
      if (place.line <= 0) return undefined;
      do place.line--;
      while (state.lines.length(place.line) === 0 && place.line > 0);
      place.x = state.lines.length(place.line);
      if (place.x === 0) return undefined;
    }
    place.x--;
    open += balance(textAt(state, place), CLOSING[kind]!, OPENING[kind]!);
  }
  return place;
}

function balance(text: string, more: string, less: string): number {
  return text === more ? 1 : text === less ? -1 : 0;
}

/**
 * Moves from an opening bracket to its closing one. With emacs keys the next character counts too, and without a
 * bracket it acts as next-word-end; with vi keys the rest of the line is searched, and a closing bracket leads back
 * to its opening one. Returns false in that last case, which is not repeated.
 */
export function nextMatchingBracket(state: CopyState): boolean {
  if (state.lines.length(state.line) === 0) return true;
  const from = state.viAtStart ? bracketOnLine(state) : bracketHere(state);
  if (!from) return true;
  if (state.viAtStart && bracketAt(state, from, CLOSING) >= 0) {
    goBack(state, from);
    return false;
  }
  const found = pairAfter(state, from, bracketAt(state, from, OPENING));
  if (found) scrollTo(state, found);
  return true;
}

function bracketHere(state: CopyState): CopyCell | undefined {
  const here = state.place;
  const next = { ...here, x: here.x + 1 };
  const length = state.lines.length(here.line);
  const tried = here.x <= length ? [here, next] : [here];
  const found = tried.find((place) => bracketAt(state, place, OPENING) >= 0);
  if (!found) moveToWordEnd(state, OPENING);
  return found;
}

/** Searches the rest of the line, including the lines into which it wraps. */
function bracketOnLine(state: CopyState): CopyCell | undefined {
  const { lines } = state;
  const place = { ...state.place };
  for (;;) {
    if (bracketAt(state, place, OPENING + CLOSING) >= 0) return place;
    if (place.x <= lines.length(place.line)) place.x++;
    else {
      if (place.line >= lines.last || !lines.wrapped(place.line) || lines.size(place.line) > lines.cols)
        return undefined;
      place.x = 0;
      place.line++;
    }
  }
}

function goBack(state: CopyState, from: CopyCell): void {
  const before = state.place;
  scrollTo(state, from);
  for (let times = state.repeat; times > 0; times--) previousMatchingBracket(state);
  if (bracketAt(state, state.place, CLOSING) >= 0) scrollTo(state, before);
}

function pairAfter(state: CopyState, from: CopyCell, kind: number): CopyCell | undefined {
  const { lines } = state;
  const place = { ...from };
  for (let open = 1; open > 0; ) {
    if (place.x > lines.length(place.line)) {
      if (place.line >= lines.last) return undefined;
      place.x = 0;
      place.line++;
    } else place.x++;
    open += balance(textAt(state, place), OPENING[kind]!, CLOSING[kind]!);
  }
  return place;
}
