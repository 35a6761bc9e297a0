import { CellGrid } from "../../../core/canvas/cell-grid.ts";
import type { CellTables } from "../../../core/canvas/cell-tables.ts";
import { PADDING, SPACE } from "../../../core/screen/sequences.ts";
import type { Scroll } from "../compose/find-scroll.ts";
import type { TerminalFeatures } from "../terminal/terminal-features.ts";
import type { TerminalWriter } from "./terminal-writer.ts";

/** A gap of fewer unchanged cells than this is sent again, because moving the cursor costs more. */
const JUMP = 6;
/** Erasing fewer cells than this does not pay for a change of style. */
const ERASE = 4;

/**
 * The cells that a terminal shows, and the steps to another picture: only cells that differ are sent, a blank end of
 * a line is erased, and lines that moved as a block are scrolled.
 */
export class ShownPicture {
  readonly cells: CellGrid;
  readonly #writer: TerminalWriter;
  readonly #features: TerminalFeatures;

  /** A new instance assumes a terminal that has just been cleared. */
  constructor(
    size: { readonly cols: number; readonly rows: number },
    tables: CellTables,
    { writer, features }: { readonly writer: TerminalWriter; readonly features: TerminalFeatures },
  ) {
    this.cells = new CellGrid(size.cols, size.rows, tables);
    this.#writer = writer;
    this.#features = features;
  }

  /** Scrolls if that puts more lines in place than it displaces. */
  scroll(picture: CellGrid, { top, bottom, count }: Scroll): void {
    if (!this.#features.scrollRegion) return;
    const { touched } = picture;
    const arrives = (y: number) =>
      y + count >= top && y + count < bottom && this.#same(picture, y, y + count);
    let gained = 0;
    for (let y = top; y < bottom; y++) gained += Number(arrives(y)) - Number(touched[y] === 0);
    if (gained < 1) return;
    for (let y = top; y < bottom; y++) touched[y] = Number(!arrives(y));
    this.#writer.scroll(top, bottom, count);
    const { cells } = this;
    const all = { start: 0, end: cells.cols };
    cells.scroll({ top, bottom }, all, count);
    const vacant = count > 0 ? bottom - count : top;
    for (let y = vacant; y < vacant + Math.abs(count); y++) cells.blank(y, all, 0);
  }

  /** Counts the touched lines that differ, and marks only those as touched. */
  changedLines(picture: CellGrid): number {
    let count = 0;
    for (let y = 0; y < picture.rows; y++) {
      if (picture.touched[y] === 0) continue;
      if (this.#same(picture, y, y)) picture.touched[y] = 0;
      else count++;
    }
    return count;
  }

  /** Sends the touched lines that differ. */
  draw(picture: CellGrid): void {
    const { touched, rows, cols } = picture;
    const { codes, styles } = this.cells;
    for (let y = 0; y < rows; y++) {
      if (touched[y] === 0) continue;
      touched[y] = 0;
      this.#drawLine(picture, y);
      const base = y * cols;
      codes.set(picture.codes.subarray(base, base + cols), base);
      styles.set(picture.styles.subarray(base, base + cols), base);
    }
  }

  /** Whether line `y` of the picture equals the shown line `shown`. */
  #same({ codes, styles, cols }: CellGrid, y: number, shown: number): boolean {
    const mine = this.cells;
    const base = y * cols;
    const other = shown * cols;
    for (let x = 0; x < cols; x++)
      if (codes[base + x] !== mine.codes[other + x] || styles[base + x] !== mine.styles[other + x])
        return false;
    return true;
  }

  #drawLine(picture: CellGrid, y: number): void {
    const { cols } = picture;
    const erased = this.#erasable(picture, y);
    for (let x = this.#nextChange(picture, y, 0); x < erased; ) {
      const start = picture.codes[y * cols + x] === PADDING ? x - 1 : x;
      let end = x + 1;
      let next = this.#nextChange(picture, y, end);
      while (next < erased && next - end < JUMP) {
        end = next + 1;
        next = this.#nextChange(picture, y, end);
      }
      if (end < cols && picture.codes[y * cols + end] === PADDING) end++;
      this.#writer.cells(picture, y, start, Math.min(end, cols));
      x = Math.max(next, end);
    }
    const first = this.#nextChange(picture, y, erased);
    if (first < cols) this.#writer.eraseLine(first, y, picture.styles[y * cols + first]!);
  }

  /** First column of a blank tail that is cheaper to erase than to write; the line's end if there is none. */
  #erasable({ codes, styles, cols }: CellGrid, y: number): number {
    const base = y * cols;
    const style = styles[base + cols - 1]!;
    let start = cols;
    while (start > 0 && codes[base + start - 1] === SPACE && styles[base + start - 1] === style) start--;
    return cols - start >= ERASE && this.#writer.pen.erases(style) ? start : cols;
  }

  #nextChange({ codes, styles, cols }: CellGrid, y: number, from: number): number {
    const mine = this.cells;
    const base = y * cols;
    let x = from;
    while (x < cols && codes[base + x] === mine.codes[base + x] && styles[base + x] === mine.styles[base + x])
      x++;
    return x;
  }
}
