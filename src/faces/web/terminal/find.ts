import type { IBuffer, Terminal } from "@xterm/xterm";

/** Where a text was found: buffer line, column and length in columns. */
export interface FoundText {
  readonly line: number;
  readonly column: number;
  readonly columns: number;
}

/** A line that is older than what the page holds. */
export interface OlderLine {
  /** Lines from its bottom to the end of the screen. */
  readonly above: number;
  readonly text: string;
}

/** What a search of the daemon's history has found, the newest line first. */
export interface OlderLines {
  readonly lines: readonly OlderLine[];
  /** The history is longer than what one answer of the daemon contains: only the newest part was searched. */
  readonly isCut: boolean;
}

/** Lines with `text` before the newest `held` ones, the newest first. */
export function findOlder(history: string, text: string, held: number): OlderLine[] {
  const lines = history.replace(/\n$/, "").split("\n");
  const wanted = text.toLowerCase();
  return lines
    .slice(0, Math.max(0, lines.length - held))
    .map((text, index) => ({ text, above: lines.length - index }))
    .filter((line) => line.text.toLowerCase().includes(wanted))
    .reverse();
}

/** Every place of `text` in what the terminal holds, from the oldest line on, without regard to case. */
export function findAll({ buffer, cols }: Terminal, text: string): FoundText[] {
  if (text === "") return [];
  const wanted = folded(text);
  const found: FoundText[] = [];
  for (let first = 0, next = 0; first < buffer.active.length; first = next) {
    next = endOfLine(buffer.active, first);
    // Most lines do not have the text, and to read a line by its cells takes twenty times as long.
    if (!textOfLines(buffer.active, first, next).includes(wanted)) continue;
    const cells = cellsOf(buffer.active, first, next);
    const shown = cells.map(({ text }) => text).join("");
    const starts = startsOf(cells);
    for (let at = shown.indexOf(wanted); at >= 0; at = shown.indexOf(wanted, at + wanted.length)) {
      const cell = cells[starts[at]!]!;
      const last = starts[at + wanted.length - 1]!;
      found.push({ ...cell, columns: spanOf(cells, starts[at]!, last, cols) });
    }
  }
  return found;
}

interface TextCell {
  readonly text: string;
  readonly line: number;
  readonly column: number;
  readonly width: number;
}

/** Without regard to case. A sigma at the end of a word has a form of its own, which a single cell cannot know. */
function folded(text: string): string {
  return text.toLowerCase().replaceAll("ς", "σ");
}

/** The buffer line after those that continue this one. */
function endOfLine(buffer: IBuffer, first: number): number {
  let end = first + 1;
  while (buffer.getLine(end)?.isWrapped) end++;
  return end;
}

function textOfLines(buffer: IBuffer, first: number, end: number): string {
  let text = "";
  for (let line = first; line < end; line++) text += buffer.getLine(line)?.translateToString(false) ?? "";
  return folded(text);
}

/** A line with those that continue it, as cells with text. */
function cellsOf(buffer: IBuffer, first: number, end: number): TextCell[] {
  const cells: TextCell[] = [];
  for (let line = first; line < end; line++) {
    const row = buffer.getLine(line);
    for (let column = 0; row && column < row.length; column++) {
      const cell = row.getCell(column)!;
      if (cell.getWidth() > 0)
        cells.push({ text: folded(cell.getChars()) || " ", line, column, width: cell.getWidth() });
    }
  }
  return cells;
}

/** For each UTF-16 unit of the joined text, the cell that it stands in. */
function startsOf(cells: readonly TextCell[]): number[] {
  return cells.flatMap(({ text }, index) => Array.from({ length: text.length }, () => index));
}

/** Columns from one cell to another, across the ends of wrapped lines. */
function spanOf(cells: readonly TextCell[], from: number, to: number, cols: number): number {
  const [start, end] = [cells[from]!, cells[to]!];
  return (end.line - start.line) * cols + end.column + end.width - start.column;
}
