import type { CopyState } from "./copy-state.ts";
import { cursorDown, endOfLine, moveToWordEnd, previousWord, startOfLine } from "./motions.ts";
import { startSelection, updateSelection } from "./selection.ts";
import { isOneOf, WHITESPACE } from "./walker.ts";

/** Selects the line, and as many below it as the repeat count. The selection grows by lines. */
export function selectLine(state: CopyState): void {
  const { selection } = state;
  begin(state, "line");
  startOfLine(state);
  selection.unitStart = state.place;
  selection.unitEnd = { x: selection.unitEnd.x, line: state.line };
  startSelection(state);
  endOfLine(state);
  selection.unitEnd = { x: state.lines.length(state.line), line: state.line };
  for (let times = state.repeat; times > 1; times--) {
    cursorDown(state);
    endOfLine(state);
  }
}

/** Selects the word at the cursor. The selection grows by words. */
export function selectWord(state: CopyState, separators: string): void {
  const { selection } = state;
  begin(state, "word");
  selection.separators = separators;
  previousWord(state, separators, { always: false });
  const start = state.place;
  selection.unitStart = start;
  startSelection(state);
  if (isSingle(state)) updateSelection(state, { keepUnit: true });
  else moveToWordEnd(state, separators, { keepUnit: true });
  const end = state.place;
  selection.unitEnd = end;
  if (selection.origin.line > end.line) selection.origin = { ...end };
  else selection.origin = { ...selection.origin, x: Math.min(selection.origin.x, end.x) };
}

function begin({ selection, place }: CopyState, unit: "word" | "line"): void {
  selection.lines = "right";
  selection.rectangle = false;
  selection.unit = unit;
  selection.origin = place;
}

/** Whether the word has one character: a blank follows it. */
function isSingle({ lines, x, line }: CopyState): boolean {
  const wraps = lines.wrapped(line) && x + 1 > lines.cols - 1;
  const next = wraps ? { x: 0, line: line + 1 } : { x: x + 1, line };
  return x < lines.length(line) && isOneOf(lines.cells(next.line)[next.x] ?? WHITESPACE, WHITESPACE);
}
