import type { Grid } from "./grid.ts";
import { History } from "./history.ts";
import { Row } from "./row.ts";
import type { GridPlace } from "./screen.ts";

/**
 * Lays out lines again for another width. A line that is too wide is split; a wrapped line absorbs as much of the
 * following lines as fits; every other line stays unchanged. All lines are processed, oldest first, and the newest of
 * the result become the screen.
 *
 * Lines of history that cannot change are copied as packed bytes.
 */
export function reflow(grid: Grid): void {
  const run = new Reflow(grid);
  run.layOut();
  run.finish();
}

/** Reads the old lines in order, with lookahead; lines that were joined to another are skipped. */
class Source {
  /** Number of the line in `ahead[0]`. */
  position = 0;
  readonly total: number;
  private readonly ahead: Row[] = [];
  private readonly grid: Grid;

  constructor(grid: Grid) {
    this.grid = grid;
    this.total = grid.history.size + grid.rows.length;
  }

  /** Whether the next line is in history and unchanged so far. */
  get untouched(): boolean {
    return this.ahead.length === 0 && this.position < this.grid.history.size;
  }

  /** The line `offset` lines after the next one, or undefined past the end. */
  peek(offset: number): Row | undefined {
    while (this.ahead.length <= offset) {
      const line = this.position + this.ahead.length;
      if (line >= this.total) return undefined;
      this.ahead.push(this.load(line));
    }
    return this.ahead[offset];
  }

  take(): Row {
    const row = this.peek(0)!;
    this.skip(1);
    return row;
  }

  skip(count: number): void {
    this.ahead.splice(0, count);
    this.position += count;
  }

  private load(line: number): Row {
    const { history, rows } = this.grid;
    if (line >= history.size) return rows[line - history.size]!;
    const row = new Row();
    history.read(line, row);
    return row;
  }
}

class Reflow {
  private readonly grid: Grid;
  private readonly cols: number;
  private readonly source: Source;
  private readonly target: History;
  /** The newest line of the result, to which more may be joined. */
  private open: Row | undefined;
  private scrolled: number;

  constructor(grid: Grid) {
    this.grid = grid;
    this.cols = grid.cols;
    this.source = new Source(grid);
    this.target = new History(grid.tables);
    this.scrolled = grid.scrolled;
  }

  layOut(): void {
    const { source, cols, grid } = this;
    while (source.position < source.total) {
      if (source.untouched && this.staysAsItIs(source.position)) {
        this.flush();
        this.target.pushFrom(grid.history, source.position);
        source.skip(1);
        continue;
      }
      const line = source.position;
      const row = source.take();
      const { width, fits } = this.measure(row);
      if (width > cols) this.split(row, fits, line);
      else if (width < cols && row.wrapped) this.joinOnto(this.emit(row), width);
      else this.emit(row);
    }
  }

  /** The newest lines become the screen, with empty ones below if there are too few. */
  finish(): void {
    const { grid, target } = this;
    this.flush();
    grid.rows = grid.rows.map(() => new Row());
    grid.history = target;
    grid.scrolled = this.scrolled;
    grid.takeBack(Math.min(grid.rows.length, target.size));
  }

  private staysAsItIs(line: number): boolean {
    const { history } = this.grid;
    return !history.wrapped(line) && history.ascii(line) && history.used(line) <= this.cols;
  }

  /** Width of a line in columns, and the number of its cells that fit into the new width. */
  private measure(row: Row): { width: number; fits: number } {
    if (row.ascii) return { width: row.used, fits: Math.min(row.used, this.cols) };
    let width = 0;
    let fits = 0;
    for (let x = 0; x < row.used; x++) {
      const columns = this.columns(row, x);
      if (fits === 0 && width + columns > this.cols) fits = x;
      width += columns;
    }
    return { width, fits };
  }

  private columns(row: Row, x: number): number {
    return row.ascii ? 1 : this.grid.tables.sequences.width(row.codes[x]!);
  }

  private split(row: Row, fits: number, line: number): void {
    const { wrapped, used } = row;
    const first = this.target.size + (this.open === undefined ? 0 : 1);
    let part = this.emit(cut(row, fits));
    part.wrapped = true;
    part = this.emit(new Row());
    let width = 0;
    for (let x = fits; x < used; x++) {
      const columns = this.columns(row, x);
      if (width + columns > this.cols) {
        part.wrapped = true;
        part = this.emit(new Row());
        width = 0;
      }
      width += columns;
      append(part, row, x, this.cols);
    }
    if (wrapped) part.wrapped = true;
    const added = this.target.size - first;
    if (line <= this.scrolled) this.scrolled += added;
    if (width < this.cols && wrapped) this.joinOnto(part, width);
  }

  /** Appends as much of the following lines as fits to `into`, the newest line of the result. */
  private joinOnto(into: Row, startWidth: number): void {
    const { source, cols } = this;
    const to = this.target.size;
    let width = startWidth;
    let wrapped = true;
    let lines = 0;
    let from: Row | undefined;
    let consumed = 0;
    for (;;) {
      const next = source.peek(lines);
      if (next === undefined) break;
      if (!next.wrapped) wrapped = false;
      if (next.used === 0) {
        if (!wrapped) break;
        lines++;
        continue;
      }
      if (width + this.columns(next, 0) > cols) break;
      from = next;
      for (consumed = 0; consumed < next.used; consumed++) {
        const columns = this.columns(next, consumed);
        if (width + columns > cols) break;
        width += columns;
        append(into, next, consumed, cols);
      }
      lines++;
      if (!wrapped || consumed !== next.used || width === cols) break;
    }
    if (lines === 0) return;
    if (from !== undefined && consumed < from.used) {
      behead(from, consumed);
      lines--;
    } else if (!wrapped) into.wrapped = false;
    source.skip(lines);
    if (this.scrolled > to + lines) this.scrolled -= lines;
    else if (this.scrolled > to) this.scrolled = to;
  }

  private emit(row: Row): Row {
    this.flush();
    this.open = row;
    return row;
  }

  private flush(): void {
    if (this.open !== undefined) this.target.push(this.open);
    this.open = undefined;
  }
}

/** A new row with the first cells of a row. */
function cut(row: Row, count: number): Row {
  const head = new Row();
  head.copyFrom(row);
  head.used = count;
  head.size = count;
  return head;
}

/** Removes the first cells of a row. */
function behead(row: Row, count: number): void {
  const left = row.used - count;
  row.codes.copyWithin(0, count, row.used);
  row.styles.copyWithin(0, count, row.used);
  row.used = left;
  row.size = left;
}

function append(into: Row, from: Row, x: number, cols: number): void {
  into.set(into.used, from.codes[x]!, from.styles[x]!, cols);
}

/** A position in the text that does not depend on the width. */
interface TextPosition {
  /** Number of the unwrapped line. */
  readonly line: number;
  /** Cells before the position in that line, or undefined for a position past its end. */
  readonly offset: number | undefined;
}

export function wrapPosition(grid: Grid, { x, line }: GridPlace): TextPosition {
  let before = 0;
  let count = 0;
  for (let i = 0; i < line; i++) {
    if (lineWrapped(grid, i)) {
      before += lineUsed(grid, i);
    } else {
      before = 0;
      count++;
    }
  }
  return { line: count, offset: x >= lineUsed(grid, line) ? undefined : before + x };
}

export function unwrapPosition(grid: Grid, position: TextPosition): GridPlace {
  const last = grid.history.size + grid.rows.length - 1;
  let line = 0;
  for (let count = 0; line < last && count < position.line; line++) if (!lineWrapped(grid, line)) count++;
  if (position.offset === undefined) {
    while (line < last && lineWrapped(grid, line)) line++;
    return { x: lineUsed(grid, line), line };
  }
  let x = position.offset;
  while (line < last && lineWrapped(grid, line) && x >= lineUsed(grid, line)) {
    x -= lineUsed(grid, line);
    line++;
  }
  return { x, line };
}

function lineWrapped({ history, rows }: Grid, line: number): boolean {
  return line < history.size ? history.wrapped(line) : rows[line - history.size]!.wrapped;
}

function lineUsed({ history, rows }: Grid, line: number): number {
  return line < history.size ? history.used(line) : rows[line - history.size]!.used;
}
