import { ByteReader, ByteWriter } from "./bytes.ts";
import { packLine, plainLineBytes, unpackLine } from "./packed-line.ts";
import { reflow, unwrapPosition, wrapPosition } from "./reflow.ts";
import { growRows, scrollOff } from "./resize.ts";
import { Row } from "./row.ts";
import { lineRuns } from "./runs.ts";
import type { GridPlace, Run, Snapshot } from "./screen.ts";
import { Terminal } from "./terminal.ts";

/**
 * The snapshot shares the history with the screen until one of them changes it; the lines of the screen are copied.
 */
export function takeSnapshot(source: Terminal, { trim = false }: { readonly trim?: boolean }): Snapshot {
  const rows = trim ? withoutEmptyTail(source.grid.rows) : source.grid.rows;
  const terminal = new Terminal(source.cols, rows.length, source.grid.limit, {});
  const { grid } = terminal;
  grid.keepsHistory = true;
  grid.history = source.grid.history.clone(terminal);
  grid.scrolled = source.grid.scrolled;
  grid.rows = rows.map((row) => copyRow(row, source, terminal));
  const inside = rows.length === 0 || source.y < rows.length;
  const cursor = {
    x: inside ? source.x : 0,
    line: grid.history.size + (inside ? source.y : rows.length - 1),
  };
  return new TerminalSnapshot(terminal, cursor);
}

function withoutEmptyTail(rows: readonly Row[]): readonly Row[] {
  const last = rows.findLastIndex((row) => row.used > 0);
  return rows.slice(0, last + 1);
}

/**
 * Copies through the packed form, which is independent of tables: each terminal numbers styles and sequences by
 * itself.
 */
function copyRow(row: Row, from: Terminal, to: Terminal): Row {
  const packed = new ByteWriter(plainLineBytes(row.used));
  packLine(packed, row, from);
  const copy = new Row();
  unpackLine(new ByteReader(packed.bytes, 0, packed.length), copy, to);
  return copy;
}

/** Number of cached lines: searches and movements read the same few lines repeatedly. */
const KEPT_LINES = 64;
const BLANK = " ";

class TerminalSnapshot implements Snapshot {
  readonly cursor: GridPlace;
  private readonly terminal: Terminal;
  private readonly kept = new Map<number, readonly string[]>();

  constructor(terminal: Terminal, cursor: GridPlace) {
    this.terminal = terminal;
    this.cursor = cursor;
  }

  get cols(): number {
    return this.terminal.cols;
  }

  get rows(): number {
    return this.terminal.rows;
  }

  get historySize(): number {
    return this.terminal.grid.history.size;
  }

  get last(): number {
    return this.historySize + this.rows - 1;
  }

  cells(line: number): readonly string[] {
    const known = this.kept.get(line);
    if (known) return known;
    if (this.kept.size >= KEPT_LINES) this.kept.clear();
    const cells = this.readCells(line);
    this.kept.set(line, cells);
    return cells;
  }

  text(line: number): string {
    const row = this.terminal.readLine(line, false);
    return row.ascii ? row.asciiText(0, row.used) : this.cells(line).join("");
  }

  length(line: number): number {
    const cells = this.cells(line);
    let length = Math.min(cells.length, this.cols);
    while (length > 0 && cells[length - 1] === BLANK) length--;
    return length;
  }

  size(line: number): number {
    return this.terminal.readLine(line, false).size;
  }

  wrapped(line: number): boolean {
    const { history } = this.terminal.grid;
    return line >= 0 && line < history.size
      ? history.wrapped(line)
      : this.terminal.readLine(line, false).wrapped;
  }

  runs(line: number): readonly Run[] {
    return lineRuns(this.terminal, this.terminal.readLine(line, true));
  }

  resize(cols: number, rows: number, place: GridPlace): GridPlace {
    const { grid } = this.terminal;
    this.kept.clear();
    const rewrap = cols !== grid.cols;
    const known = place.line <= this.last;
    const rewrapped = rewrap && known && wrapPosition(grid, place);
    grid.cols = cols;
    if (rows < grid.rows.length) scrollOff(grid, grid.rows.length - rows);
    else growRows(grid, rows);
    if (rewrap) reflow(grid);
    return rewrapped ? unwrapPosition(grid, rewrapped) : place;
  }

  private readCells(line: number): readonly string[] {
    const { sequences } = this.terminal;
    const { codes, used } = this.terminal.readLine(line, false);
    const cells = new Array<string>(used);
    for (let x = 0; x < used; x++) cells[x] = sequences.text(codes[x]!);
    return cells;
  }
}
