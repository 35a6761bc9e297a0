import { resizeScreen } from "./resize.ts";
import { Row } from "./row.ts";
import type { Terminal } from "./terminal.ts";

/** Saves the screen and shows an empty one without history. */
export function enterAlternate(terminal: Terminal, withCursor: boolean): void {
  const { grid } = terminal;
  if (!terminal.allowAlternate || terminal.saved !== undefined) return;
  terminal.saved = { cols: grid.cols, rows: grid.rows, keepsHistory: grid.keepsHistory };
  if (withCursor) {
    terminal.savedX = terminal.x;
    terminal.savedY = terminal.y;
  }
  terminal.savedPen.copyFrom(terminal.pen);
  grid.rows = grid.rows.map(() => new Row());
  for (const row of grid.rows) grid.touch(row);
  grid.unwrapAbove(0);
  grid.keepsHistory = false;
}

/**
 * Shows the saved screen again. If the size has changed meanwhile, the screen first returns to the old size, so that
 * the saved content fits, and then both change to the new size together. The cursor is restored even if no screen was
 * saved.
 */
export function leaveAlternate(terminal: Terminal, withCursor: boolean): void {
  if (!terminal.allowAlternate) return;
  const { grid, saved, cols, rows } = terminal;
  if (saved !== undefined) resizeScreen(terminal, saved.cols, saved.rows.length, true);
  if (withCursor && terminal.savedX >= 0) {
    terminal.x = terminal.savedX;
    // The cursor may have been saved on a larger screen than the restored one.
    terminal.y = Math.min(terminal.savedY, terminal.rows - 1);
    terminal.pen.copyFrom(terminal.savedPen);
    terminal.penChanged();
  }
  if (saved !== undefined) {
    grid.rows = saved.rows;
    if (saved.keepsHistory) grid.keepsHistory = true;
    terminal.saved = undefined;
    resizeScreen(terminal, cols, rows, true);
    grid.revision++;
  }
  terminal.x = Math.min(terminal.x, terminal.cols - 1);
  terminal.y = Math.min(terminal.y, terminal.rows - 1);
}
