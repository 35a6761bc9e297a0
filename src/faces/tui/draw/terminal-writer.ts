import type { CellGrid } from "../../../core/canvas/cell-grid.ts";
import type { CellTables } from "../../../core/canvas/cell-tables.ts";
import { FIRST_SEQUENCE, PADDING } from "../../../core/screen/sequences.ts";
import { attribute } from "../../../core/screen/style.ts";
import type { TerminalFeatures } from "../terminal/terminal-features.ts";
import { asciiFor, drawnCharacter, letterFor } from "./line-drawing.ts";
import { OutputBytes } from "./output-bytes.ts";
import { TerminalPen } from "./terminal-pen.ts";

/**
 * From this code point on (emoji) terminals disagree about widths, so the cursor position counts as unknown
 * afterwards.
 */
const FIRST_DOUBTFUL = 0x1f000;
const UNDERSCORE = 0x5f;
const UNKNOWN = -1;

/**
 * Writes cells to a terminal. It tracks the cursor position, the style of the pen and the active character set, and
 * sends the shortest change from that state. After a character in the last column the cursor is in the pending-wrap
 * state: `x` equals the number of columns, and only an absolute movement leaves that state.
 */
export class TerminalWriter {
  readonly out: OutputBytes;
  readonly pen: TerminalPen;
  readonly #features: TerminalFeatures;
  readonly #tables: CellTables;
  #cols = 0;
  #rows = 0;
  #x = UNKNOWN;
  #y = UNKNOWN;
  /** Whether the line-drawing set is active. */
  #drawing = false;

  constructor(out: OutputBytes, tables: CellTables, features: TerminalFeatures) {
    this.out = out;
    this.#tables = tables;
    this.#features = features;
    this.pen = new TerminalPen(tables, features);
  }

  /** Starts with a screen of this size and unknown content. */
  begin(cols: number, rows: number): void {
    this.#cols = cols;
    this.#rows = rows;
    this.#x = this.#y = UNKNOWN;
    this.#shift(false);
    this.pen.reset(this.out);
  }

  isAt(x: number, y: number): boolean {
    return x === this.#x && y === this.#y;
  }

  /** Whether the ordinary character set is active. */
  get writesPlainly(): boolean {
    return !this.#drawing;
  }

  /** Records the cursor position and the pen's style that another writer left behind. */
  left(x: number, y: number, style: number): void {
    this.#x = x;
    this.#y = y;
    this.pen.became(style);
  }

  /** The bytes that set the pen to a style from any state. */
  penBytes(style: number): Uint8Array {
    const out = new OutputBytes();
    const pen = new TerminalPen(this.#tables, this.#features);
    pen.reset(out);
    pen.use(out, style);
    return out.take();
  }

  clear(): void {
    this.pen.use(this.out, 0);
    this.out.ascii("\x1b[H\x1b[2J");
    this.#x = this.#y = 0;
  }

  moveTo(x: number, y: number): void {
    if (x === this.#x && y === this.#y) return;
    const { out } = this;
    const known = this.#y !== UNKNOWN;
    if (known && x === 0 && (y === this.#y || y === this.#y + 1)) {
      out.byte(0x0d);
      if (y !== this.#y) out.byte(0x0a);
    } else if (known && y === this.#y && this.#x < this.#cols) this.#moveAlong(x - this.#x);
    else this.#moveAbsolutely(x, y);
    this.#x = x;
    this.#y = y;
  }

  #moveAlong(by: number): void {
    const { out } = this;
    if (by === -1) out.byte(0x08);
    else {
      out.ascii("\x1b[");
      if (Math.abs(by) > 1) out.number(Math.abs(by));
      out.byte(by > 0 ? 0x43 : 0x44);
    }
  }

  #moveAbsolutely(x: number, y: number): void {
    const { out } = this;
    out.ascii("\x1b[");
    if (y > 0 || x > 0) out.number(y + 1);
    if (x > 0) {
      out.byte(0x3b);
      out.number(x + 1);
    }
    out.byte(0x48);
  }

  /** Writes the cells of one line from `start` up to `end`. Neither end may split a wide character. */
  cells({ codes, styles, cols }: CellGrid, y: number, start: number, end: number): void {
    const { out, pen } = this;
    const base = y * cols;
    this.moveTo(start, y);
    const lastLine = y === this.#rows - 1;
    for (let x = start; x < end; x++) {
      const code = codes[base + x]!;
      if (code === PADDING) continue;
      if (lastLine && x === cols - 1 && !this.#features.lastColumn) return;
      if (this.#x !== x) this.moveTo(x, y);
      const style = styles[base + x]!;
      pen.use(out, style);
      if (
        code < 0x7f &&
        !this.#drawing &&
        !(this.#tables.styles.attributes[style]! & attribute.lineDrawing)
      ) {
        out.byte(code);
        this.#x = x + 1;
      } else {
        const wide = codes[base + x + 1] === PADDING && x + 1 < cols;
        this.#character(code, style, wide);
        this.#x = code >= FIRST_DOUBTFUL ? UNKNOWN : x + (wide ? 2 : 1);
        if (this.#x === UNKNOWN) this.#y = UNKNOWN;
      }
    }
  }

  /** Erases to the end of the line in the pen's background. */
  eraseLine(x: number, y: number, style: number): void {
    this.moveTo(x, y);
    this.pen.use(this.out, style);
    this.out.ascii("\x1b[K");
  }

  /** Scrolls the lines from `top` up to `bottom` up by `count`, or down if it is negative; empty lines come in. */
  scroll(top: number, bottom: number, count: number): void {
    const { out } = this;
    this.pen.use(out, 0);
    const whole = top === 0 && bottom === this.#rows;
    if (!whole) this.#region(top, bottom);
    const lines = Math.abs(count);
    if (this.#features.scrollsMany && (lines > 1 || count < 0)) {
      out.ascii("\x1b[");
      if (lines > 1) out.number(lines);
      out.byte(count > 0 ? 0x53 : 0x54);
    } else {
      this.#moveAbsolutely(0, count > 0 ? bottom - 1 : top);
      for (let i = 0; i < lines; i++) out.ascii(count > 0 ? "\n" : "\x1bM");
    }
    if (!whole) out.ascii("\x1b[r");
    this.#x = this.#y = UNKNOWN;
  }

  /** Returns to the ordinary character set and the default style. */
  rest(): void {
    this.#shift(false);
    this.pen.use(this.out, 0);
  }

  #region(top: number, bottom: number): void {
    const { out } = this;
    out.ascii("\x1b[");
    out.number(top + 1);
    out.byte(0x3b);
    out.number(bottom);
    out.byte(0x72);
  }

  #character(code: number, style: number, wide: boolean): void {
    const drawn = code < 0x7f && (this.#tables.styles.attributes[style]! & attribute.lineDrawing) !== 0;
    if (this.#features.lineDrawing === "utf8") {
      if (code >= FIRST_SEQUENCE) this.#sequence(code);
      else this.out.codePoint(drawn ? drawnCharacter(code) : code);
      return;
    }
    const letter = drawn ? code : this.#features.utf8 ? undefined : letterFor(code);
    if (letter !== undefined) this.#letter(letter);
    else this.#plain(code, wide);
  }

  #letter(letter: number): void {
    if (this.#features.lineDrawing === "ascii") this.out.byte(asciiFor(letter));
    else {
      this.#shift(true);
      this.out.byte(letter);
    }
  }

  #plain(code: number, wide: boolean): void {
    this.#shift(false);
    if (code < 0x7f) this.out.byte(code);
    else if (!this.#features.utf8) {
      this.out.byte(UNDERSCORE);
      if (wide) this.out.byte(UNDERSCORE);
    } else if (code >= FIRST_SEQUENCE) this.#sequence(code);
    else this.out.codePoint(code);
  }

  /**
   * On most terminals a joiner before ASCII joins nothing, so the character after it would occupy a column of its
   * own.
   */
  #sequence(code: number): void {
    this.out.text(this.#tables.sequences.text(code).replace(/\u200d(?=[\0-\x7f]|$).*/su, ""));
  }

  #shift(drawing: boolean): void {
    if (drawing === this.#drawing) return;
    this.#drawing = drawing;
    if (this.#features.lineDrawing === "g0") this.out.ascii(drawing ? "\x1b(0" : "\x1b(B");
    else this.out.byte(drawing ? 0x0e : 0x0f);
  }
}
