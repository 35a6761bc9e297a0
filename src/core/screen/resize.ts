import type { Grid } from "./grid.ts";
import { reflow, unwrapPosition, wrapPosition } from "./reflow.ts";
import { Row } from "./row.ts";
import { defaultTabs, type Terminal } from "./terminal.ts";

/**
 * A new size. Growing takes back lines that scrolled off, then adds empty ones below. Shrinking gives up the lines
 * below the cursor first, then lets the top scroll off. With `rewrap`, a new width lays out wrapped lines anew and the
 * cursor stays on its character.
 */
export function resizeScreen(terminal: Terminal, cols: number, rows: number, rewrap: boolean): void {
  const { grid } = terminal;
  const widthChanges = cols !== grid.cols;
  /** The cursor's line, counted from the oldest line of history. */
  let line = grid.history.size + terminal.y;
  let column = terminal.x;
  if (widthChanges) {
    grid.cols = cols;
    terminal.tabs = defaultTabs(cols);
  }
  if (rows !== grid.rows.length) {
    if (rows < grid.rows.length) line -= shrink(terminal, rows);
    else growRows(grid, rows);
    terminal.upper = 0;
    terminal.lower = rows - 1;
  }
  if (widthChanges && rewrap) {
    const position = wrapPosition(grid, column, line);
    reflow(grid);
    ({ column, line } = unwrapPosition(grid, position));
  }
  const visible = line >= grid.history.size;
  terminal.x = visible ? column : 0;
  terminal.y = visible ? line - grid.history.size : 0;
  grid.revision++;
}

/** Returns how many lines above the cursor were lost for good. */
function shrink(terminal: Terminal, rows: number): number {
  const { grid } = terminal;
  const before = grid.rows.length;
  let excess = before - rows;
  const below = Math.min(before - 1 - terminal.y, excess);
  if (below > 0) {
    grid.clearLines(before - below, below, 0);
    excess -= below;
  }
  let lost = 0;
  if (grid.keepsHistory) scrollOff(grid, excess);
  else if (excess > 0 && terminal.y > 0) {
    lost = Math.min(terminal.y, excess);
    grid.deleteLines(0, lost, before, 0);
  }
  grid.rows.length = rows;
  return lost;
}

/** The first lines of the screen become the newest of history. */
export function scrollOff(grid: Grid, count: number): void {
  for (const row of grid.rows.splice(0, count)) grid.history.push(row);
  grid.scrolled += count;
}

/** Nothing is lost by growing: lines that scrolled off come back, then empty ones follow. */
export function growRows(grid: Grid, rows: number): void {
  const missing = rows - grid.rows.length;
  const back = grid.keepsHistory ? Math.min(grid.scrolled, missing) : 0;
  for (let i = 0; i < back; i++) {
    const row = new Row();
    grid.history.pop(row);
    grid.touch(row);
    grid.rows.unshift(row);
  }
  grid.scrolled -= back;
  while (grid.rows.length < rows) grid.rows.push(new Row());
}
