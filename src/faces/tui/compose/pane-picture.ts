import type { CanvasArea } from "../../../core/canvas/canvas.ts";
import type { CellCanvas } from "../../../core/canvas/cell-canvas.ts";
import { plainStyle } from "../../../core/canvas/cell-style.ts";
import type { CellTables } from "../../../core/canvas/cell-tables.ts";
import type { Screen } from "../../../core/screen/screen.ts";
import type { Pane, PaneMode } from "../../../core/tree/tree.ts";
import { findScroll, type Scroll } from "./find-scroll.ts";
import type { PaneColours } from "./pane-colours.ts";

export interface PanePlace {
  /** Position of the pane's first cell on the canvas; it may lie outside. */
  readonly x: number;
  readonly y: number;
  /** The part of the canvas that may show panes. */
  readonly within: CanvasArea;
}

/** Position of the pane's next output, in cells of the canvas. */
export interface PrintPlace {
  readonly x: number;
  readonly y: number;
  /** Columns that text may fill without wrapping. */
  readonly columns: number;
  readonly style: number;
  readonly cursorVisible: boolean;
  /** The area that shows the pane. */
  readonly area: CanvasArea;
  /**
   * Whether all of the pane is visible in its own colours and no terminal mode changes the meaning of plain output.
   */
  readonly ordinary: boolean;
}

/**
 * One pane on a picture that is kept between paints: only changed lines are drawn again. The screen gives every line
 * a number that changes with its content, so lines that merely moved are found by number and moved on the picture
 * too.
 */
export class PanePicture {
  readonly pane: Pane;
  readonly #place: PanePlace;
  readonly #colours: PaneColours;
  /** First and last visible line, and column, of the pane. */
  readonly #lines: { readonly start: number; readonly end: number };
  readonly #columns: { readonly start: number; readonly end: number };
  #mode: PaneMode | undefined;
  #screen: Screen | undefined;
  #revision = -1;
  #lineRevisions: Float64Array;
  #newRevisions: Float64Array;

  constructor(pane: Pane, place: PanePlace, colours: PaneColours) {
    this.pane = pane;
    this.#place = place;
    this.#colours = colours;
    const { within } = place;
    this.#lines = inSight(place.y, pane.rows, within.y, within.y + within.rows);
    this.#columns = inSight(place.x, pane.cols, within.x, within.x + within.cols);
    this.#lineRevisions = new Float64Array(pane.rows);
    this.#newRevisions = new Float64Array(pane.rows);
  }

  /** Draws changed lines. Returns the block that moved, if the pane covers the canvas's whole width. */
  update(canvas: CellCanvas): Scroll | undefined {
    const mode = this.pane.modes[0];
    if (mode) {
      this.#drawMode(canvas, mode);
      return undefined;
    }
    const { screen } = this.pane;
    const anew = this.#screen !== screen || this.#mode !== undefined;
    if (!anew && screen.revision === this.#revision) return undefined;
    this.#mode = undefined;
    this.#screen = screen;
    const scroll = this.#drawScreen(canvas, screen, anew);
    // Read last, because reading a screen may apply pending output to it.
    this.#revision = screen.revision;
    return scroll;
  }

  /** Whether the canvas shows the screen with all output received so far. */
  get inStep(): boolean {
    const { screen, modes } = this.pane;
    void screen.cursor; // Reading the cursor applies pending output to the screen.
    return modes.length === 0 && screen === this.#screen && screen.revision === this.#revision;
  }

  /**
   * Canvas position of the application's next output. Undefined where the output may do more than fill cells, or
   * where the canvas does not match the screen.
   */
  printPlace(tables: CellTables): PrintPlace | undefined {
    if (!this.inStep) return undefined;
    const { cursor, modes, pen, midSequence, ordinary } = this.pane.screen;
    if (midSequence || modes.insert || modes.synchronized || pen.lineDrawing) return undefined;
    const { start, end } = this.#columns;
    if (cursor.y < this.#lines.start || cursor.y >= this.#lines.end) return undefined;
    if (cursor.x < start || cursor.x >= end) return undefined;
    const id = tables.idOf(pen);
    return {
      x: this.#place.x + cursor.x,
      y: this.#place.y + cursor.y,
      // The last column is excluded: after printing there, the cursor is in the pending-wrap state.
      columns: end - cursor.x - 1,
      style: this.#colours.none ? id : this.#colours.styleFor(id),
      cursorVisible: cursor.visible,
      area: this.#area,
      ordinary: ordinary && this.#colours.none && this.#isWhole,
    };
  }

  get #area(): CanvasArea {
    const { start: x, end: right } = this.#columns;
    const { start: y, end: bottom } = this.#lines;
    return { x: this.#place.x + x, y: this.#place.y + y, cols: right - x, rows: bottom - y };
  }

  get #isWhole(): boolean {
    const { cols, rows } = this.#area;
    return cols === this.pane.cols && rows === this.pane.rows;
  }

  #drawMode(canvas: CellCanvas, mode: PaneMode): void {
    if (mode === this.#mode && mode.revision === this.#revision) return;
    this.#mode = mode;
    this.#revision = mode.revision;
    const { pane } = this;
    const { x, y, within } = this.#place;
    const part = canvas.part(within).part({
      x: x - within.x,
      y: y - within.y,
      cols: pane.cols,
      rows: pane.rows,
    });
    part.fill({ x: 0, y: 0, cols: pane.cols, rows: pane.rows }, plainStyle);
    mode.draw(part);
    for (let line = this.#lines.start; line < this.#lines.end; line++) this.#colour(canvas, line);
  }

  #drawScreen(canvas: CellCanvas, screen: Screen, anew: boolean): Scroll | undefined {
    const before = this.#lineRevisions;
    const now = this.#newRevisions;
    for (let line = 0; line < now.length; line++) now[line] = screen.lineRevision(line);
    const moved = anew ? undefined : this.#moveLines(canvas, before, now);
    for (let line = this.#lines.start; line < this.#lines.end; line++)
      if (anew || before[line] !== now[line]) this.#drawLine(canvas, screen, line);
    this.#lineRevisions = now;
    this.#newRevisions = before;
    return moved;
  }

  /** Afterwards `before` holds the numbers of the lines that the canvas shows now. */
  #moveLines(canvas: CellCanvas, before: Float64Array, now: Float64Array): Scroll | undefined {
    const { start, end } = this.#lines;
    const found = findScroll(before, now, { start, end });
    if (!found) return undefined;
    const { top, bottom, count } = found;
    const { y } = this.#place;
    const columns = { start: this.#place.x + this.#columns.start, end: this.#place.x + this.#columns.end };
    canvas.grid.scroll({ top: top + y, bottom: bottom + y }, columns, count);
    if (count > 0) before.copyWithin(top, top + count, bottom);
    else before.copyWithin(top - count, top, bottom + count);
    const whole = columns.start === 0 && columns.end === canvas.cols;
    const vacant = count > 0 ? bottom - count : top;
    before.fill(Number.NaN, vacant, vacant + Math.abs(count));
    return whole ? { top: top + y, bottom: bottom + y, count } : undefined;
  }

  #drawLine(canvas: CellCanvas, screen: Screen, line: number): void {
    const { grid } = canvas;
    const { x, y } = this.#place;
    const { start, end } = this.#columns;
    grid.blank(y + line, { start: x + start, end: x + end }, 0);
    canvas.runs(x + start, y + line, screen.runs(line), { from: start, cols: end - start });
    this.#colour(canvas, line);
  }

  #colour({ grid }: CellCanvas, line: number): void {
    if (this.#colours.none) return;
    const { x, y } = this.#place;
    this.#colours.apply(grid, y + line, { start: x + this.#columns.start, end: x + this.#columns.end });
  }
}

function inSight(at: number, size: number, from: number, to: number): { start: number; end: number } {
  const start = Math.min(size, Math.max(0, from - at));
  return { start, end: Math.max(start, Math.min(size, to - at)) };
}
