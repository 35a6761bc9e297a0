import { Grid } from "./grid.ts";
import { INITIAL_MODES, mode } from "./modes.ts";
import type { LineTables } from "./packed-line.ts";
import { Charset, Pen } from "./pen.ts";
import { Row } from "./row.ts";
import type { ScreenListener } from "./screen.ts";
import { FIRST_SEQUENCE, SequenceTable } from "./sequences.ts";
import { attribute, DEFAULT_COLOUR, StyleTable } from "./style.ts";
import { TitleStack } from "./title-stack.ts";

/** REP has no character to repeat, because something else came in between. */
export const NOTHING_PRINTED = -1;

/** The state saved while the alternate screen is shown. */
interface SavedScreen {
  readonly cols: number;
  readonly rows: Row[];
  readonly keepsHistory: boolean;
}

/** The state that DECSC saves. */
class SavedCursor {
  x = 0;
  y = 0;
  origin = false;
  readonly pen = new Pen();
  readonly charset = new Charset();
}

/**
 * The terminal as applications see it: a grid, a cursor, a pen, a scroll region, tabs and modes, and the movements
 * and erasures of control sequences. Printing is in print.ts, sizes in resize.ts, the other screen in alternate.ts.
 *
 * The cursor's `x` equals the number of columns while a wrap is pending. After the alternate screen was made narrower
 * `x` may even lie beyond, as in tmux, until something moves the cursor.
 */
export class Terminal implements LineTables {
  readonly styles = new StyleTable();
  readonly sequences = new SequenceTable();
  grid: Grid;
  saved: SavedScreen | undefined;
  /** Cursor and pen from before the alternate screen; they are kept after it ends. */
  savedX = -1;
  savedY = -1;
  readonly savedPen = new Pen();
  allowAlternate = true;

  x = 0;
  y = 0;
  upper = 0;
  lower: number;
  modes = INITIAL_MODES;
  /** 0 default, 1 block, 2 underline, 3 bar. */
  cursorShape = 0;
  tabs: Uint8Array;
  readonly pen = new Pen();
  readonly charset = new Charset();
  readonly savedCursor = new SavedCursor();
  /**
   * The last character was a zero-width joiner: the next character joins the previous cell. Anything but a character
   * beyond ASCII ends this state. (tmux 3.3a ends it only at the end of a read, so that its screen depends on how
   * output is divided.)
   */
  joining = false;
  /** The byte that REP repeats. */
  lastPrinted = NOTHING_PRINTED;
  readonly titles = new TitleStack();
  listener: ScreenListener;

  /** Style indices of the pen, of the pen for line drawing, and of its background alone; -1 until first used. */
  private penId = -1;
  private drawingId = -1;
  private eraseId = -1;
  private eraseColour = DEFAULT_COLOUR;
  /** Holds the line of history that was read last. */
  private readonly scratch = new Row();

  constructor(cols: number, rows: number, historyLimit: number, listener: ScreenListener) {
    this.grid = new Grid(cols, rows, historyLimit, this);
    this.lower = rows - 1;
    this.tabs = defaultTabs(cols);
    this.listener = listener;
  }

  get cols(): number {
    return this.grid.cols;
  }

  get rows(): number {
    return this.grid.rows.length;
  }

  has(bit: number): boolean {
    return (this.modes & bit) !== 0;
  }

  setMode(bit: number, on: boolean): void {
    this.modes = on ? this.modes | bit : this.modes & ~bit;
  }

  /** Must be called after every change of the pen. */
  penChanged(): void {
    this.penId = -1;
    this.drawingId = -1;
  }

  penStyle(): number {
    if (this.penId < 0) this.penId = this.internPen(0);
    return this.penId;
  }

  /** The pen's style for line drawing characters. */
  drawingStyle(): number {
    if (this.drawingId < 0) this.drawingId = this.internPen(attribute.lineDrawing);
    return this.drawingId;
  }

  /** Erased cells get the pen's background and nothing else. */
  eraseStyle(): number {
    const { background } = this.pen;
    if (background === DEFAULT_COLOUR) return 0;
    if (this.eraseId < 0 || this.eraseColour !== background) {
      this.tidyTables();
      this.eraseColour = background;
      this.eraseId = this.styles.intern(0, DEFAULT_COLOUR, background, DEFAULT_COLOUR, "");
    }
    return this.eraseId;
  }

  /** Called before an addition to the tables: full tables are cleared of unused entries. */
  tidyTables(): boolean {
    const full = this.styles.full || this.sequences.full;
    if (full) this.collectTables();
    return full;
  }

  /** Discards styles and sequences that no cell of either screen holds; the pen's own stay. */
  private collectTables(): void {
    const styles = new Uint8Array(this.styles.attributes.length);
    const sequences = new Uint8Array(this.sequences.capacity);
    for (const id of [this.penId, this.drawingId, this.eraseId]) if (id >= 0) styles[id] = 1;
    for (const rows of [this.grid.rows, this.saved?.rows ?? []]) {
      for (const row of rows) {
        for (let x = 0; x < row.size; x++) {
          styles[row.styles[x]!] = 1;
          const code = row.codes[x]!;
          if (code >= FIRST_SEQUENCE) sequences[code - FIRST_SEQUENCE] = 1;
        }
      }
    }
    this.styles.collect(styles);
    this.sequences.collect(sequences);
  }

  /**
   * A line, counted from the oldest of history; an empty row if there is none. Valid until the next one is read, and
   * without styles unless `styled`.
   */
  readLine(line: number, styled: boolean): Row {
    const { scratch } = this;
    const { history, rows } = this.grid;
    const { size } = history;
    if (line >= size && line < size + rows.length) return rows[line - size]!;
    if (line >= 0 && line < size) {
      this.tidyTables();
      if (styled) history.read(line, scratch);
      else history.readText(line, scratch);
    } else scratch.clear(0, 0);
    return scratch;
  }

  private internPen(added: number): number {
    this.tidyTables();
    const { attributes, foreground, background, underlineColour, link } = this.pen;
    return this.styles.intern(attributes | added, foreground, background, underlineColour, link);
  }

  moveTo(x: number, y: number): void {
    this.x = x > this.cols ? this.cols - 1 : x;
    this.y = Math.min(y, this.rows - 1);
  }

  /** Absolute movement of CUP: limited to the screen, and to the region in origin mode. */
  place(x: number, y: number): void {
    this.placeLine(y);
    this.placeColumn(x);
  }

  placeColumn(x: number): void {
    this.x = Math.min(x, this.cols - 1);
  }

  placeLine(y: number): void {
    let line = y;
    if (this.has(mode.origin)) line = y > this.lower - this.upper ? this.lower : y + this.upper;
    this.y = Math.min(line, this.rows - 1);
  }

  cursorUp(count: number): void {
    const room = this.y < this.upper ? this.y : this.y - this.upper;
    this.moveTo(this.x === this.cols ? this.x - 1 : this.x, this.y - Math.min(count, room));
  }

  cursorDown(count: number): void {
    const room = (this.y > this.lower ? this.rows - 1 : this.lower) - this.y;
    const steps = Math.min(count, room);
    if (this.x === this.cols) this.moveTo(this.x - 1, this.y + steps);
    else if (steps > 0) this.moveTo(this.x, this.y + steps);
  }

  cursorRight(count: number): void {
    this.x = Math.min(this.x + count, this.cols - 1);
  }

  cursorLeft(count: number): void {
    if (this.x > 0) this.moveTo(Math.max(this.x - count, 0), this.y);
  }

  /** Moves left, or from the first column to the end of a line that wrapped into this one. */
  backspace(): void {
    if (this.x > 0) this.moveTo(this.x - 1, this.y);
    else if (this.y > 0 && this.grid.rows[this.y - 1]!.wrapped) this.moveTo(this.cols - 1, this.y - 1);
  }

  tabForward(): void {
    if (this.x >= this.cols - 1) return;
    do this.x++;
    while (this.x < this.cols - 1 && !this.tabs[this.x]);
  }

  tabBackward(count: number): void {
    let x = Math.min(this.x, this.cols - 1);
    for (let left = count; x > 0 && left > 0; left--) {
      do x--;
      while (x > 0 && !this.tabs[x]);
    }
    this.x = x;
  }

  /** `wrapped`: the text continues in the next line without a line feed from the application. */
  lineFeed(wrapped: boolean, style: number): void {
    if (wrapped) this.grid.rows[this.y]!.wrapped = true;
    if (this.y === this.lower) this.grid.scrollUp(this.upper, this.lower, style);
    else if (this.y < this.rows - 1) this.y++;
  }

  reverseIndex(): void {
    if (this.y === this.upper) this.grid.scrollDown(this.upper, this.lower, this.eraseStyle());
    else if (this.y > 0) this.y--;
  }

  scroll(direction: "scrollUp" | "scrollDown", count: number): void {
    const style = this.eraseStyle();
    const lines = Math.min(count, this.lower - this.upper + 1);
    for (let i = 0; i < lines; i++) this.grid[direction](this.upper, this.lower, style);
  }

  setScrollRegion(upper: number, lower: number): void {
    const last = this.rows - 1;
    const top = Math.min(upper, last);
    const bottom = Math.min(lower, last);
    if (top >= bottom) return;
    this.moveTo(0, 0);
    this.upper = top;
    this.lower = bottom;
  }

  /** ICH, DCH and ECH: changes as many cells from the cursor on as the line has. */
  changeCells(change: "insertCells" | "deleteCells" | "clearCells", count: number): void {
    if (this.x > this.cols - 1) return;
    this.grid[change](this.x, this.y, Math.min(count, this.cols - this.x), this.eraseStyle());
  }

  insertLines(count: number): void {
    const style = this.eraseStyle();
    if (this.inRegion()) {
      const end = this.lower + 1;
      this.grid.insertLines(this.y, Math.min(count, end - this.y), end, style);
      return;
    }
    // Outside the region lines are pushed down, but the vacated lines are not cleared.
    const lines = Math.min(count, this.rows - this.y);
    this.grid.moveLines(this.y + lines, this.y, this.rows - this.y - lines, style);
  }

  deleteLines(count: number): void {
    const end = this.inRegion() ? this.lower + 1 : this.rows;
    this.grid.deleteLines(this.y, Math.min(count, end - this.y), end, this.eraseStyle());
  }

  eraseLine(): void {
    const style = this.eraseStyle();
    if (this.grid.rows[this.y]!.size === 0 && style === 0) return;
    this.grid.clearLines(this.y, 1, style);
  }

  eraseLineRight(): void {
    if (this.x === 0) {
      this.eraseLine();
      return;
    }
    const style = this.eraseStyle();
    if (this.x > this.cols - 1 || (this.x >= this.grid.rows[this.y]!.size && style === 0)) return;
    this.grid.clearCells(this.x, this.y, this.cols - this.x, style);
  }

  eraseLineLeft(): void {
    if (this.x >= this.cols - 1) this.eraseLine();
    else this.grid.clearCells(0, this.y, this.x + 1, this.eraseStyle());
  }

  eraseScreen(style = this.eraseStyle()): void {
    if (this.grid.keepsHistory) this.grid.clearIntoHistory(style);
    else this.grid.clearLines(0, this.rows, style);
  }

  eraseScreenBelow(): void {
    const { grid, x, y } = this;
    const style = this.eraseStyle();
    if (x === 0 && y === 0 && grid.keepsHistory) {
      grid.clearIntoHistory(style);
      return;
    }
    if (x <= this.cols - 1) grid.clearCells(x, y, this.cols - x, style);
    if (y + 1 < this.rows) grid.clearLines(y + 1, this.rows - (y + 1), style);
  }

  eraseScreenAbove(): void {
    const { grid, x, y } = this;
    const style = this.eraseStyle();
    if (y > 0) grid.clearLines(0, y, style);
    if (x > this.cols - 1) grid.clearLines(y, 1, style);
    else grid.clearCells(0, y, x + 1, style);
  }

  /** DECALN: a screen full of E. */
  alignmentTest(): void {
    const { grid } = this;
    for (const row of grid.rows) {
      for (let x = 0; x < this.cols; x++) row.set(x, 0x45, 0, this.cols);
      grid.touch(row);
    }
    this.moveTo(0, 0);
    this.upper = 0;
    this.lower = this.rows - 1;
  }

  saveCursor(): void {
    const { savedCursor } = this;
    savedCursor.x = this.x;
    savedCursor.y = this.y;
    savedCursor.origin = this.has(mode.origin);
    savedCursor.pen.copyFrom(this.pen);
    savedCursor.charset.copyFrom(this.charset);
  }

  restoreCursor(): void {
    const { savedCursor } = this;
    this.pen.copyFrom(savedCursor.pen);
    this.charset.copyFrom(savedCursor.charset);
    this.penChanged();
    this.setMode(mode.origin, savedCursor.origin);
    this.placeColumn(savedCursor.x);
    this.y = Math.min(savedCursor.y, this.rows - 1);
  }

  /** Resets the pen, the character sets and the saved cursor. */
  resetPen(): void {
    this.pen.reset();
    this.pen.link = "";
    this.charset.reset();
    this.savedCursor.x = 0;
    this.savedCursor.y = 0;
    this.savedCursor.pen.copyFrom(this.pen);
    this.savedCursor.charset.copyFrom(this.charset);
    this.penChanged();
  }

  /** RIS without the pen: the other screen is unaffected, and the visible content scrolls into history. */
  resetScreen(): void {
    this.tabs = defaultTabs(this.cols);
    this.setScrollRegion(0, this.rows - 1);
    this.modes = INITIAL_MODES;
    this.eraseScreen(0);
    this.moveTo(0, 0);
  }

  private inRegion(): boolean {
    return this.y >= this.upper && this.y <= this.lower;
  }
}

export function defaultTabs(cols: number): Uint8Array {
  const tabs = new Uint8Array(cols);
  for (let x = 8; x < cols; x += 8) tabs[x] = 1;
  return tabs;
}
