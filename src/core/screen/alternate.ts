import { resizeScreen } from "./resize.ts";
import { Row } from "./row.ts";
import type { Terminal } from "./terminal.ts";

/** Put the screen aside and show an empty one without history. */
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
 * Show the screen that was put aside. If the size has changed meanwhile the screen is first brought back to the old
 * size, so that what was put aside fits, and then both go to the new size together. The cursor is restored even where
 * no screen was put aside.
 */
export function leaveAlternate(terminal: Terminal, withCursor: boolean, withPen = withCursor): void {
  if (!terminal.allowAlternate) return;
  const { grid, saved, cols, rows } = terminal;
  if (saved !== undefined) resizeScreen(terminal, saved.cols, saved.rows.length, true);
  if (withCursor && terminal.savedX >= 0) {
    terminal.x = terminal.savedX;
    // The cursor may have been saved on a larger screen than the one that comes back.
    terminal.y = Math.min(terminal.savedY, terminal.rows - 1);
    if (withPen) {
      terminal.pen.copyFrom(terminal.savedPen);
      terminal.penChanged();
    }
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
