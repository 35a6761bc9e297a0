import { textWidth } from "../format/width.ts";
import type { Run, Style } from "../screen/screen.ts";
import type { Canvas, CanvasArea, LinePart } from "./canvas.ts";
import { CellGrid, type Clip } from "./cell-grid.ts";
import { CellTables } from "./cell-tables.ts";

/** A canvas on its own grid. Canvases that are compared with each other share their tables. */
export function createCanvas(cols: number, rows: number, tables = new CellTables()): CellCanvas {
  return new CellCanvas(new CellGrid(cols, rows, tables), { x: 0, y: 0, cols, rows });
}

/** A drawable part of a grid. */
export class CellCanvas implements Canvas {
  readonly grid: CellGrid;
  readonly cols: number;
  readonly rows: number;
  /** Position of the first cell in the grid; it may lie outside. */
  readonly #left: number;
  readonly #top: number;
  /** The cells of the grid that may be written. */
  readonly #columns: Clip;
  readonly #lines: Clip;

  constructor(
    grid: CellGrid,
    area: CanvasArea,
    within: { readonly columns: Clip; readonly lines: Clip } = wholeOf(grid),
  ) {
    this.grid = grid;
    this.cols = area.cols;
    this.rows = area.rows;
    this.#left = area.x;
    this.#top = area.y;
    this.#columns = intersection(within.columns, { start: area.x, end: area.x + area.cols });
    this.#lines = intersection(within.lines, { start: area.y, end: area.y + area.rows });
  }

  text(x: number, y: number, text: string, style: Style): number {
    const { grid } = this;
    const at = x + this.#left;
    if (!this.#hasLine(y)) return x + textWidth(text);
    return grid.write(y + this.#top, at, text, grid.tables.idOf(style), this.#columns) - this.#left;
  }

  runs(x: number, y: number, runs: readonly Run[], part: LinePart): void {
    if (!this.#hasLine(y)) return;
    const { grid } = this;
    const at = x + this.#left;
    const clip = intersection(this.#columns, { start: at, end: at + part.cols });
    for (const { column, columns, text, style } of runs) {
      const start = at + column - part.from;
      if (start >= clip.end) return;
      if (start + columns > clip.start) grid.write(y + this.#top, start, text, grid.tables.idOf(style), clip);
    }
  }

  fill(area: CanvasArea, style: Style): void {
    const id = this.grid.tables.idOf(style);
    const left = area.x + this.#left;
    const top = area.y + this.#top;
    const columns = intersection(this.#columns, { start: left, end: left + area.cols });
    const lines = intersection(this.#lines, { start: top, end: top + area.rows });
    for (let y = lines.start; y < lines.end; y++) this.grid.blank(y, columns, id);
  }

  part(area: CanvasArea): CellCanvas {
    return new CellCanvas(
      this.grid,
      { ...area, x: area.x + this.#left, y: area.y + this.#top },
      { columns: this.#columns, lines: this.#lines },
    );
  }

  #hasLine(y: number): boolean {
    return y + this.#top >= this.#lines.start && y + this.#top < this.#lines.end;
  }
}

function wholeOf({ cols, rows }: CellGrid) {
  return { columns: { start: 0, end: cols }, lines: { start: 0, end: rows } };
}

function intersection(a: Clip, b: Clip): Clip {
  const start = Math.max(a.start, b.start);
  return { start, end: Math.max(start, Math.min(a.end, b.end)) };
}
