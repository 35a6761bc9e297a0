import { History } from "./history.ts";
import type { LineTables } from "./packed-line.ts";
import { Row } from "./row.ts";

/**
 * The visible rows and, above them, the history: one column of lines, divided where the screen begins. Lines move by
 * moving rows, never cells, and a row that drops out is reused for a new line.
 *
 * A line's `wrapped` mark belongs to the line after it: whatever replaces that line removes the mark, even across the
 * boundary to history.
 */
export class Grid {
  cols: number;
  rows: Row[];
  history: History;
  /** False on the alternate screen and with a limit of 0: lines that scroll out are discarded. */
  keepsHistory: boolean;
  limit: number;
  /**
   * Number of the newest lines of history that scrolled off by themselves; only these return when the screen grows.
   */
  scrolled = 0;
  /** Counts changes; each changed row gets the next number. */
  revision = 0;
  readonly tables: LineTables;

  constructor(cols: number, rows: number, limit: number, tables: LineTables) {
    this.cols = cols;
    this.rows = Array.from({ length: rows }, () => new Row());
    this.limit = limit;
    this.keepsHistory = limit > 0;
    this.tables = tables;
    this.history = new History(tables);
  }

  touch(row: Row): void {
    row.revision = ++this.revision;
  }

  /** The line above `y` no longer continues in `y`. */
  unwrapAbove(y: number): void {
    if (y > 0) this.rows[y - 1]!.wrapped = false;
    else this.history.unwrapLast();
  }

  /**
   * Empties `count` lines. A negative count empties none, but still ends the line above, as tmux's arithmetic does.
   */
  clearLines(y: number, count: number, style: number): void {
    if (count === 0) return;
    for (let i = y; i < y + count; i++) this.clearRow(this.rows[i]!, style);
    this.unwrapAbove(y);
  }

  /** Blanks a part of one line. A complete line is emptied instead. */
  clearCells(x: number, y: number, count: number, style: number): void {
    if (count === 0) return;
    if (x === 0 && count === this.cols) {
      this.clearLines(y, 1, style);
      return;
    }
    const row = this.rows[y]!;
    let end = x + count;
    if (style === 0) {
      const existing = Math.min(this.cols, row.size);
      if (x > existing) return;
      end = Math.min(end, existing);
    }
    row.expand(end, this.cols, 0);
    row.blank(x, end, style);
    this.touch(row);
  }

  /** Moves `count` cells of a line from `from` to `to`; vacated cells are blanked. */
  moveCells(y: number, to: number, from: number, count: number, style: number): void {
    if (count === 0 || from === to) return;
    const row = this.rows[y]!;
    row.expand(from + count, this.cols, 0);
    row.expand(to + count, this.cols, 0);
    row.codes.copyWithin(to, from, from + count);
    row.styles.copyWithin(to, from, from + count);
    row.used = Math.max(row.used, to + count);
    if (to > from) row.blank(from, Math.min(to, from + count), style);
    else row.blank(Math.max(to + count, from), from + count, style);
    this.touch(row);
  }

  /** Moves `count` lines from `from` to `to`; vacated lines are emptied, covered lines are discarded. */
  moveLines(to: number, from: number, count: number, style: number): void {
    if (count <= 0 || from === to) return;
    const { rows } = this;
    this.unwrapAbove(to);
    const covered: Row[] = [];
    for (let y = to; y < to + count; y++) if (y < from || y >= from + count) covered.push(rows[y]!);
    if (to < from) for (let i = 0; i < count; i++) rows[to + i] = rows[from + i]!;
    else for (let i = count - 1; i >= 0; i--) rows[to + i] = rows[from + i]!;
    for (let y = from; y < from + count; y++) {
      if (y >= to && y < to + count) continue;
      const row = covered.pop()!;
      rows[y] = row;
      this.clearRow(row, style);
    }
    if (from < to || from >= to + count) this.unwrapAbove(from);
  }

  /** Scrolls a region up by one line; its first line goes into history if history is kept. */
  scrollUp(upper: number, lower: number, style: number): void {
    if (!this.keepsHistory) {
      this.moveLines(upper, upper + 1, lower - upper, style);
      return;
    }
    this.trimHistory();
    const { rows } = this;
    const row = rows[upper]!;
    this.history.push(row);
    for (let y = upper; y < lower; y++) rows[y] = rows[y + 1]!;
    rows[lower] = row;
    this.clearRow(row, style);
    this.scrolled++;
  }

  scrollDown(upper: number, lower: number, style: number): void {
    this.moveLines(upper + 1, upper, lower - upper, style);
  }

  /** Clears the screen by scrolling it into history, down to the last line with text. */
  clearIntoHistory(style: number): void {
    const { rows } = this;
    let last = rows.length;
    while (last > 0 && rows[last - 1]!.used === 0) last--;
    if (last === 0) {
      this.clearLines(0, rows.length, style);
      return;
    }
    for (let i = 0; i < last; i++) this.scrollUp(0, rows.length - 1, style);
    if (last < rows.length) this.clearLines(0, rows.length - last, style);
    this.scrolled = 0;
  }

  /** Inserts empty lines at `y`; lines pushed to `end` and beyond are discarded. */
  insertLines(y: number, count: number, end: number, style: number): void {
    const moved = end - y - count;
    this.moveLines(end - moved, y, moved, style);
    this.clearLines(y + moved, count - moved, style);
  }

  /** Deletes lines at `y`; the same number of empty lines comes in before `end`. */
  deleteLines(y: number, count: number, end: number, style: number): void {
    const moved = end - y - count;
    this.moveLines(y, y + count, moved, style);
    this.clearLines(y + moved, count - moved, style);
  }

  insertCells(x: number, y: number, count: number, style: number): void {
    if (x >= this.cols - 1) this.clearCells(x, y, 1, style);
    else this.moveCells(y, x + count, x, this.cols - x - count, style);
  }

  deleteCells(x: number, y: number, count: number, style: number): void {
    this.moveCells(y, x, x + count, this.cols - x - count, style);
    const tail = this.cols - count;
    if (x + count > tail) this.clearCells(tail, y, x + count - tail, style);
  }

  /** Discards the last rows, and brings the same number of lines of history back at the top. */
  takeBack(count: number): void {
    for (let i = 0; i < count; i++) {
      const row = this.rows.pop()!;
      this.history.pop(row);
      this.touch(row);
      this.rows.unshift(row);
    }
    this.scrolled = Math.min(this.scrolled, this.history.size);
  }

  clearHistory(): void {
    this.history.clear();
    this.scrolled = 0;
  }

  /** Makes room in a full history by discarding a tenth of it at once. */
  trimHistory(): void {
    const { history } = this;
    if (history.size === 0 || history.size < this.limit) return;
    history.dropOldest(Math.min(history.size, Math.max(1, Math.floor(this.limit / 10))));
    this.scrolled = Math.min(this.scrolled, history.size);
  }

  private clearRow(row: Row, style: number): void {
    row.clear(this.cols, style);
    row.revision = ++this.revision;
  }
}
