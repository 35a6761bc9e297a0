import type { Canvas } from "../../canvas/canvas.ts";
import { plainStyle } from "../../canvas/cell-style.ts";
import type { Style } from "../../screen/screen.ts";
import type { CopyCell, CopyState } from "./copy-state.ts";
import { indexOf, matchAround } from "./matches.ts";

/** Styles of the parts: mode-style and the styles of copy mode. */
export interface CopyStyles {
  readonly mode: Style;
  readonly match: Style;
  readonly currentMatch: Style;
  readonly mark: Style;
}

const BLANK = " ";
const AT_EDGE = "$";

/** Text at the right of the first line: the scroll position, the history size, and the number of matches. */
export function positionText({ search, scroll, lines }: CopyState): string {
  const position = `[${scroll}/${lines.historySize}]`;
  if (!search.matches) return search.timedOut ? `(timed out) ${position}` : position;
  return search.count < 0 ? position : `(${search.count}${search.more ? "+" : ""} results) ${position}`;
}

function indicator(state: CopyState, y: number, hidden: boolean): string {
  const { cols, rows } = state.lines;
  return y > 0 || rows < 2 || hidden ? "" : positionText(state).slice(0, cols);
}

/** The cells of one line of the screen as they are shown, the second column of a wide character "". */
export function shownCells(state: CopyState, y: number, hidden: boolean): readonly string[] {
  const { cols, rows } = state.lines;
  const corner = indicator(state, y, hidden);
  const room = cols - corner.length;
  // In a window of few lines a search may leave the cursor one line below it.
  const line = y < rows ? state.lines.cells(state.top + y) : [];
  const cells = Array.from({ length: cols }, (_, x) => (x < room ? (line[x] ?? BLANK) : corner[x - room]!));
  if (line[room] === "" && room > 0) cells[room - 1] = BLANK;
  if (y === state.y && state.x === cols) cells[cols - 1] = AT_EDGE;
  return cells;
}

interface Picture {
  readonly state: CopyState;
  readonly styles: CopyStyles;
  readonly hidden: boolean;
}

export function drawCopyMode(canvas: Canvas, { state, styles, hidden }: Picture): void {
  canvas.fill({ x: 0, y: 0, cols: canvas.cols, rows: canvas.rows }, plainStyle);
  const { lines, top } = state;
  const styleOf = cellStyles(state, styles);
  for (let y = 0; y < lines.rows; y++) {
    const corner = indicator(state, y, hidden);
    const room = lines.cols - corner.length;
    if (isPlain(state, y)) {
      canvas.runs(0, y, lines.runs(top + y), { from: 0, cols: room });
      canvas.text(room, y, corner, styles.mode);
    } else drawCells(canvas, y, { cells: shownCells(state, y, hidden), style: styleOf(y, room) });
  }
}

/** Whether only the lines themselves are visible there. */
function isPlain(
  { lines, markShown, mark, search, selection, top, x, y: cursorY }: CopyState,
  y: number,
): boolean {
  if (selection.present || (markShown && mark.line === top + y)) return false;
  if (y === cursorY && x === lines.cols) return false;
  const row = y * lines.cols;
  return !search.matches?.subarray(row, row + lines.cols).some((number) => number !== 0);
}

/** The style of each cell of a line of the screen, given the number of cells with text. */
function cellStyles(state: CopyState, styles: CopyStyles): (y: number, room: number) => (x: number) => Style {
  const isSelected = selectionTest(state);
  const restyle = matchStyles(state, styles);
  const drawnSelected = { ...styles.mode, lineDrawing: true };
  const selected = { ...styles.mode, lineDrawing: false };
  const last = state.lines.cols - 1;
  return (y, room) => {
    const styleAt = lineStyles(state, y);
    const atEdge = y === state.y && state.x > last;
    return (x) => {
      if (isSelected?.(x, y)) return x < room && styleAt(x).lineDrawing ? drawnSelected : selected;
      if (atEdge && x === last) return plainStyle;
      return x < room ? restyle(x, state.top + y, styleAt(x)) : styles.mode;
    };
  };
}

/** Cells of one style are drawn together. */
function drawCells(
  canvas: Canvas,
  y: number,
  { cells, style }: { readonly cells: readonly string[]; readonly style: (x: number) => Style },
): void {
  for (let x = 0; x < cells.length; ) {
    const start = x;
    const shared = style(start);
    let text = "";
    do text += cells[x++]!;
    while (x < cells.length && (cells[x] === "" || style(x) === shared));
    canvas.text(start, y, text, shared);
  }
}

/** The styles that the cells of a line were copied with. */
function lineStyles(state: CopyState, y: number): (x: number) => Style {
  const runs = state.lines.runs(state.top + y);
  let at = 0;
  return (x) => {
    if (at > 0 && x < runs[at - 1]!.column + runs[at - 1]!.columns) at = 0;
    while (at < runs.length && x >= runs[at]!.column + runs[at]!.columns) at++;
    const run = runs[at];
    return run && x >= run.column ? run.style : plainStyle;
  };
}

type Restyle = (x: number, line: number, style: Style) => Style;

/** The line of the mark, and the matches over it; the match at the cursor stands out. */
function matchStyles(state: CopyState, { match, currentMatch, mark }: CopyStyles): Restyle {
  const { matches } = state.search;
  const current = currentMatchOf(state);
  const inverted = new Map([match, currentMatch, mark].map((style) => [style, invert(style)]));
  const shown = (style: Style, isMark: boolean) => (isMark ? (inverted.get(style) ?? style) : style);
  return (x, line, style) => {
    const isMarkLine = state.markShown && line === state.mark.line;
    const isMark = isMarkLine && x === state.mark.x;
    const at = matches && indexOf(state, x, line);
    if (at === undefined || !matches?.[at]) return isMarkLine ? shown(mark, isMark) : style;
    const isCurrent = current !== undefined && at >= current.first && at <= current.last;
    return shown(isCurrent ? currentMatch : match, isMark);
  };
}

function invert(style: Style): Style {
  return { ...style, foreground: style.background, background: style.foreground };
}

/** With emacs keys a search down leaves the cursor behind its match. */
function currentMatchOf(state: CopyState): { readonly first: number; readonly last: number } | undefined {
  const { search, vi } = state;
  const { matches } = search;
  const cursor = indexOf(state, state.x, state.line);
  if (!matches || cursor === undefined) return undefined;
  const at = cursor > 0 && !vi && search.forward ? cursor - 1 : cursor;
  return matches[at] ? matchAround(matches, at) : undefined;
}

type SelectionTest = (x: number, y: number) => boolean;

/** Which cells of the screen are selected; undefined where none is. */
function selectionTest(state: CopyState): SelectionTest | undefined {
  const { selection } = state;
  if (!selection.present) return undefined;
  const start = onScreen(state, selection.start);
  const end = onScreen(state, selection.end);
  if (start.side === end.side && start.side !== 0) return undefined;
  if (selection.rectangle) return inRectangle(start, end);
  return inText(start, end, state.viAtStart);
}

interface Spot {
  readonly x: number;
  readonly y: number;
  /** -1 above the screen, 1 below it. */
  readonly side: -1 | 0 | 1;
}

/** A position above or below the screen counts as its first or last cell. */
function onScreen({ lines, selection, top }: CopyState, { x, line }: CopyCell): Spot {
  if (line < top) return { x: selection.rectangle ? x : 0, y: 0, side: -1 };
  if (line >= top + lines.rows)
    return { x: selection.rectangle ? x : lines.cols - 1, y: lines.rows - 1, side: 1 };
  return { x, y: line - top, side: 0 };
}

function inRectangle(start: Spot, end: Spot): SelectionTest {
  const between = (value: number, a: number, b: number) => value >= Math.min(a, b) && value <= Math.max(a, b);
  return (x, y) => between(y, start.y, end.y) && between(x, start.x, end.x);
}

/** With emacs keys the last character is left out; but one at the very beginning of a line that the selection ends in is not. */
function inText(start: Spot, end: Spot, vi: boolean): SelectionTest {
  const backward = end.y < start.y || (end.y === start.y && end.x < start.x);
  const [first, last] = backward ? [end, start] : [start, end];
  const lastX = vi ? last.x : backward ? last.x - 1 : Math.max(0, last.x - 1);
  const noLast = backward && start.y > end.y && start.x === 0;
  return (x, y) => {
    if (y < first.y || y > last.y || (y === first.y && x < first.x)) return false;
    return y < last.y || (!noLast && x <= lastX);
  };
}
