import { PADDING, SPACE } from "./sequences.ts";

/**
 * One line of cells. What tmux knows about a line is kept exactly, because captures and reflow show it:
 * `used` is one past the last cell that was ever written (blanks written count, cleared cells do not);
 * `size` is how many cells exist at all, growing in steps of a quarter, a half and the whole of the screen's width.
 * A cell at or beyond `size` reads as a default blank; the arrays' content there means nothing.
 *
 * `ascii` and `plain` may only be true while every cell is one byte wide and every style the default; they let the
 * common line be moved and packed without looking at each cell.
 */
export class Row {
  codes: Uint32Array = none;
  styles: Uint32Array = none;
  used = 0;
  size = 0;
  wrapped = false;
  ascii = true;
  plain = true;
  revision = 0;

  /** Empties the row, or fills it with blanks of a background. */
  clear(cols: number, style: number): void {
    this.used = 0;
    this.size = 0;
    this.wrapped = false;
    this.ascii = true;
    this.plain = true;
    if (style !== 0) this.expand(cols, cols, style);
  }

  /** Makes cells up to `need` exist; the new ones are blanks of the given style. */
  expand(need: number, cols: number, style: number): void {
    if (need <= this.size) return;
    const size = grownSize(need, cols);
    if (size > this.codes.length) this.reserve(Math.max(size, cols));
    this.codes.fill(SPACE, this.size, size);
    this.styles.fill(style, this.size, size);
    if (style !== 0) this.plain = false;
    this.size = size;
  }

  /**
   * Same as `expand`, for cells from `start` to `need` that are about to be written. Text grows a line cell by cell,
   * so that the size does not depend on how the output was divided.
   */
  expandForRun(start: number, need: number, cols: number): void {
    let size = this.size;
    while (size < need) size = grownSize(Math.max(size, start) + 1, cols);
    this.expandAround(start, need, size);
  }

  /** Makes `size` cells exist; those from `start` to `end` need no blanks. */
  expandAround(start: number, end: number, size: number): void {
    this.reserve(size);
    const { codes, styles } = this;
    for (let x = this.size; x < start; x++) {
      codes[x] = SPACE;
      styles[x] = 0;
    }
    for (let x = end; x < size; x++) {
      codes[x] = SPACE;
      styles[x] = 0;
    }
    this.size = size;
  }

  code(x: number): number {
    return x < this.size ? this.codes[x]! : SPACE;
  }

  style(x: number): number {
    return x < this.size ? this.styles[x]! : 0;
  }

  isPadding(x: number): boolean {
    return x < this.size && this.codes[x] === PADDING;
  }

  /** Writes one cell as text, which marks it as used. */
  set(x: number, code: number, style: number, cols: number): void {
    if (x >= this.size) this.expand(x + 1, cols, 0);
    if (x >= this.used) this.used = x + 1;
    this.codes[x] = code;
    this.styles[x] = style;
    if (code > 0x7e) this.ascii = false;
    if (style !== 0) this.plain = false;
  }

  /** Blanks existing cells from `start` up to `end`; clearing does not mark them as used. */
  blank(start: number, end: number, style: number): void {
    for (let x = start; x < end; x++) {
      this.codes[x] = SPACE;
      this.styles[x] = style;
    }
    if (style !== 0 && start < end) this.plain = false;
  }

  /** The text of cells of an ASCII line. */
  asciiText(start: number, end: number): string {
    let text = "";
    for (let x = start; x < end; x += CHUNK)
      text += Reflect.apply(String.fromCharCode, null, this.codes.subarray(x, Math.min(end, x + CHUNK)));
    return text;
  }

  copyFrom(other: Row): void {
    if (other.size > this.codes.length) this.reserve(other.size);
    for (let x = 0; x < other.size; x++) {
      this.codes[x] = other.codes[x]!;
      this.styles[x] = other.styles[x]!;
    }
    this.used = other.used;
    this.size = other.size;
    this.wrapped = other.wrapped;
    this.ascii = other.ascii;
    this.plain = other.plain;
  }

  reserve(capacity: number): void {
    if (capacity <= this.codes.length) return;
    const codes = new Uint32Array(capacity);
    const styles = new Uint32Array(capacity);
    codes.set(this.codes.subarray(0, this.size));
    styles.set(this.styles.subarray(0, this.size));
    this.codes = codes;
    this.styles = styles;
  }
}

const none = new Uint32Array(0);
/** The number of characters that can safely be passed at once. */
const CHUNK = 4096;

/** The size to which a line grows so that `need` cells exist. */
export function grownSize(need: number, cols: number): number {
  const quarter = cols >> 2;
  if (need < quarter) return quarter;
  const half = cols >> 1;
  if (need < half) return half;
  return Math.max(need, cols);
}
