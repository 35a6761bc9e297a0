import { PADDING, SPACE } from "../screen/sequences.ts";
import { NO_WIDTH, widthOf } from "../screen/width.ts";
import type { CellTables } from "./cell-tables.ts";

/** Columns that may be written: from `start` up to `end`. */
export interface Clip {
  readonly start: number;
  readonly end: number;
}

const ZERO_WIDTH_JOINER = 0x200d;

/**
 * Cells as numbers, line by line. A wide character is its code followed by PADDING, both in one style. Overwriting
 * one half leaves a blank in place of the other, so that two grids with the same numbers look the same on any
 * terminal.
 */
export class CellGrid {
  readonly cols: number;
  readonly rows: number;
  readonly tables: CellTables;
  readonly codes: Uint32Array;
  readonly styles: Uint32Array;
  /** 1 for each line written since the owner last reset it to 0. */
  readonly touched: Uint8Array;

  constructor(cols: number, rows: number, tables: CellTables) {
    this.cols = cols;
    this.rows = rows;
    this.tables = tables;
    this.codes = new Uint32Array(cols * rows).fill(SPACE);
    this.styles = new Uint32Array(cols * rows);
    this.touched = new Uint8Array(rows).fill(1);
  }

  copyFrom(other: CellGrid): void {
    this.codes.set(other.codes);
    this.styles.set(other.styles);
    this.touched.fill(1);
  }

  /** Copies cells of a line from another grid of the same size. */
  copyPart(
    { codes, styles }: CellGrid,
    y: number,
    { x, cols }: { readonly x: number; readonly cols: number },
  ): void {
    const start = y * this.cols + x;
    this.codes.set(codes.subarray(start, start + cols), start);
    this.styles.set(styles.subarray(start, start + cols), start);
  }

  /**
   * The line must exist and contain all of `clip`. Returns the column after the text, whether the text was clipped or
   * not.
   */
  write(y: number, x: number, text: string, style: number, clip: Clip): number {
    const { codes, styles } = this;
    const base = y * this.cols;
    let at = x;
    let joins = false;
    const first = Math.max(x, clip.start);
    if (text !== "" && first < clip.end) this.#cutBefore(base, first);
    for (let i = 0; i < text.length; i++) {
      let code = text.charCodeAt(i);
      let width = 1;
      if (code >= 0x7f || joins) {
        code = text.codePointAt(i)!;
        if (code > 0xffff) i++;
        width = code < 0x7f ? 1 : widthOf(code);
        if (width === NO_WIDTH || code < SPACE || code === 0x7f) continue;
        if (width === 0 || joins) {
          joins = code === ZERO_WIDTH_JOINER;
          this.#combine(base, at, code, { start: first, end: clip.end });
          continue;
        }
      } else if (code < SPACE) continue;
      if (at >= clip.start && at + width <= clip.end) {
        codes[base + at] = code;
        styles[base + at] = style;
        if (width === 2) {
          codes[base + at + 1] = PADDING;
          styles[base + at + 1] = style;
        }
      } else this.#blankPart(base, { start: at, end: at + width }, style, clip);
      at += width;
    }
    if (at > first && first < clip.end) this.#cutBehind(base, Math.min(at, clip.end));
    this.touched[y] = 1;
    return at;
  }

  /** Fills cells with blanks of one style. */
  blank(y: number, clip: Clip, style: number): void {
    if (clip.start >= clip.end) return;
    const base = y * this.cols;
    this.#cutBefore(base, clip.start);
    this.codes.fill(SPACE, base + clip.start, base + clip.end);
    this.styles.fill(style, base + clip.start, base + clip.end);
    this.#cutBehind(base, clip.end);
    this.touched[y] = 1;
  }

  /** Writes one cell of width 1. */
  put(y: number, x: number, code: number, style: number): void {
    const base = y * this.cols;
    this.#cutBefore(base, x);
    this.codes[base + x] = code;
    this.styles[base + x] = style;
    this.#cutBehind(base, x + 1);
    this.touched[y] = 1;
  }

  /**
   * Moves the lines from `top` up to `bottom` up by `count` lines (down if negative); vacated lines keep their
   * content.
   */
  scroll(area: { readonly top: number; readonly bottom: number }, clip: Clip, count: number): void {
    const lines = area.bottom - area.top - Math.abs(count);
    const from = count > 0 ? area.top + count : area.top;
    const to = count > 0 ? area.top : area.top - count;
    if (clip.start === 0 && clip.end === this.cols) {
      this.#copyLines(to, from, lines);
      return;
    }
    for (let i = 0; i < lines; i++) {
      const step = count > 0 ? i : lines - 1 - i;
      this.#copyLine(to + step, from + step, clip);
    }
  }

  #copyLines(to: number, from: number, count: number): void {
    const { cols } = this;
    this.codes.copyWithin(to * cols, from * cols, (from + count) * cols);
    this.styles.copyWithin(to * cols, from * cols, (from + count) * cols);
    this.touched.fill(1, to, to + count);
  }

  #copyLine(to: number, from: number, { start, end }: Clip): void {
    const { cols, codes, styles } = this;
    codes.copyWithin(to * cols + start, from * cols + start, from * cols + end);
    styles.copyWithin(to * cols + start, from * cols + start, from * cols + end);
    this.touched[to] = 1;
  }

  /** A character that lies only partly inside the clip leaves blanks. */
  #blankPart(base: number, { start, end }: Clip, style: number, clip: Clip): void {
    for (let x = Math.max(start, clip.start); x < Math.min(end, clip.end); x++) {
      this.codes[base + x] = SPACE;
      this.styles[base + x] = style;
    }
  }

  /** Adds a combining mark to the character left of `at`, if that is inside the clip. */
  #combine(base: number, at: number, mark: number, { start, end }: Clip): void {
    let x = at - 1;
    if (x >= start && x < end && this.codes[base + x] === PADDING) x--;
    if (x < start || x >= end) return;
    this.codes[base + x] = this.tables.sequences.append(this.codes[base + x]!, mark);
  }

  /** Before cells from `x` on are overwritten: a wide character that ends there becomes blanks. */
  #cutBefore(base: number, x: number): void {
    if (this.codes[base + x] !== PADDING) return;
    this.codes[base + x] = SPACE;
    if (x > 0) this.codes[base + x - 1] = SPACE;
  }

  /** After cells up to `x` were overwritten: a blank replaces the rest of a wide character that began before `x`. */
  #cutBehind(base: number, x: number): void {
    if (x < this.cols && this.codes[base + x] === PADDING) this.codes[base + x] = SPACE;
  }
}
