import type { Grid } from "./grid.ts";
import { reflow, unwrapPosition, wrapPosition } from "./reflow.ts";
import { Row } from "./row.ts";
import { defaultTabs, type Terminal } from "./terminal.ts";

/**
 * Resizes a screen. Growing restores lines that scrolled off, then adds empty ones below. Shrinking first discards
 * the lines below the cursor, then scrolls the top off. With `rewrap`, a new width lays out wrapped lines again, and
 * the cursor stays on its character.
 */
export function resizeScreen(terminal: Terminal, cols: number, rows: number, rewrap: boolean): void {
  const { grid } = terminal;
  const widthChanges = cols !== grid.cols;
  /** The cursor's line, counted from the oldest line of history. */
  let line = grid.history.size + terminal.y;
  let { x } = terminal;
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
    const position = wrapPosition(grid, { x, line });
    reflow(grid);
    ({ x, line } = unwrapPosition(grid, position));
  }
  const visible = line >= grid.history.size;
  terminal.x = visible ? x : 0;
  terminal.y = visible ? line - grid.history.size : 0;
  grid.revision++;
}

/** Returns the number of lines above the cursor that were lost. */
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

/** Moves the first lines of the screen to the end of history. */
export function scrollOff(grid: Grid, count: number): void {
  for (const row of grid.rows.splice(0, count)) grid.history.push(row);
  grid.scrolled += count;
}

/** Growing loses nothing: lines that scrolled off return first, then empty lines follow. */
export function growRows(grid: Grid, rows: number): void {
  const missing = rows - grid.rows.length;
  const back = grid.keepsHistory ? Math.min(grid.scrolled, missing) : 0;
  while (grid.rows.length < rows) grid.rows.push(new Row());
  grid.scrolled -= back;
  grid.takeBack(back);
}
