import type { CellGrid } from "../../../core/canvas/cell-grid.ts";
import type { CellTables } from "../../../core/canvas/cell-tables.ts";
import { PADDING } from "../../../core/screen/sequences.ts";
import type { Scroll, TextPlace } from "../compose/pane-picture.ts";
import type { TerminalFeatures } from "../terminal/terminal-features.ts";
import { OutputBytes } from "./output-bytes.ts";
import { ShownPicture } from "./shown-picture.ts";
import { initialModes, ModeWriter, type TerminalModes } from "./terminal-modes.ts";
import { TerminalWriter } from "./terminal-writer.ts";

export interface Showing {
  /** What moved as a whole since the last picture. */
  readonly scrolls: readonly Scroll[];
  readonly cursor: { readonly x: number; readonly y: number };
  readonly modes: TerminalModes;
  /** Somebody else may write before this is shown: it must not rely on where the cursor and the pen are left. */
  readonly shared?: boolean;
}

/** Where somebody else writes on the terminal. */
export interface SharedPlace extends TextPlace {
  /** What sets the pen. */
  readonly pen: Uint8Array;
}

const NOTHING = new Uint8Array(0);
/** No cell of a picture has it. */
const UNKNOWN_CODE = 0xffffffff;

/** One terminal: what it shows and what it was asked for, and the bytes that lead from there to another picture. */
export class TerminalOutput {
  readonly #tables: CellTables;
  readonly #out = new OutputBytes();
  #features: TerminalFeatures;
  #writer: TerminalWriter;
  #modes: ModeWriter;
  /** Undefined while nobody knows. */
  #shown: ShownPicture | undefined;
  /** Nor where its cursor is, or how its pen is set. */
  #doubted = false;

  constructor(tables: CellTables, features: TerminalFeatures) {
    this.#tables = tables;
    this.#features = features;
    this.#writer = new TerminalWriter(this.#out, tables, features);
    this.#modes = new ModeWriter(this.#out, features);
  }

  /** The cells that the terminal shows. */
  get shown(): CellGrid | undefined {
    return this.#shown?.cells;
  }

  enter(): Uint8Array {
    this.#modes.enter();
    this.forget();
    return this.#out.take();
  }

  leave(rows: number): Uint8Array {
    this.#writer.rest();
    this.#modes.leave(rows);
    this.forget();
    return this.#out.take();
  }

  /** The whole picture is sent next time. */
  forget(): void {
    this.#shown = undefined;
  }

  /** Numbers of styles mean others now, but for those that cells hold. */
  tablesChanged(): void {
    this.#writer.pen.forget();
  }

  /** What was asked for under the old ones is taken back first, and asked for again with the next picture. */
  setFeatures(features: TerminalFeatures): void {
    this.#writer.rest();
    this.#modes.apply(initialModes);
    this.#features = features;
    this.#writer = new TerminalWriter(this.#out, this.#tables, features);
    this.#modes = new ModeWriter(this.#out, features);
    this.forget();
  }

  /** Lines of the picture that were not touched since the last time are taken for unchanged. */
  show(picture: CellGrid, { scrolls, cursor, modes, shared = false }: Showing): Uint8Array {
    const known = this.#knownAs(picture);
    const lines = known?.changedLines(picture) ?? picture.rows;
    if (shared && !this.#doubted) {
      const moved = modes.cursorVisible && !this.#writer.isAt(cursor.x, cursor.y);
      if (lines === 0 && !moved && !this.#modes.differs(modes)) return NOTHING;
    }
    if (shared || this.#doubted) this.#writer.begin(picture.cols, picture.rows);
    this.#doubted = false;
    const { synchronized } = this.#features;
    // A single line, such as the echo of a key, is not worth it.
    const wraps = lines > 1;
    if (wraps && synchronized) this.#out.ascii("\x1b[?2026h");
    if (wraps && !synchronized) this.#modes.hideCursor();
    const shown = known ?? this.#begin(picture);
    if (wraps) for (const scroll of scrolls) shown.scroll(picture, scroll);
    if (lines > 0) shown.draw(picture);
    if (modes.cursorVisible) this.#writer.moveTo(cursor.x, cursor.y);
    this.#modes.apply(modes);
    if (wraps && synchronized) this.#out.ascii("\x1b[?2026l");
    return this.#out.take();
  }

  /** The place as somebody else may write there, while the terminal's cursor is at it; nothing of it is half a character. */
  sharedPlace(place: TextPlace): SharedPlace | undefined {
    const { cells } = this.#shown ?? {};
    if (!cells || !this.#writer.isAt(place.x, place.y) || !this.#modes.cursorVisible) return undefined;
    // A link is ended by more than a pen.
    if (this.#writer.pen.linked || this.#tables.styles.links[place.style] !== "") return undefined;
    const base = place.y * cells.cols + place.x;
    const line = cells.codes.subarray(base, base + place.columns + 1);
    const wide = line.indexOf(PADDING);
    const columns = wide < 0 ? place.columns : wide - 1;
    return columns < 1 ? undefined : { ...place, columns, pen: this.#writer.penBytes(place.style) };
  }

  /** Somebody else wrote this there. */
  wrote({ x, y, style }: TextPlace, text: string): void {
    const { cells } = this.#shown ?? {};
    if (!cells) return;
    cells.write(y, x, text, style, { start: x, end: x + text.length });
    this.#writer.wrote(text.length, style);
  }

  /** Nobody knows any more what stands in a line, and what else somebody left behind there. */
  doubt(y: number): void {
    const { cells } = this.#shown ?? {};
    cells?.codes.fill(UNKNOWN_CODE, y * cells.cols, (y + 1) * cells.cols);
    this.#doubted = true;
  }

  #knownAs({ cols, rows }: CellGrid): ShownPicture | undefined {
    const cells = this.#shown?.cells;
    return cells?.cols === cols && cells.rows === rows ? this.#shown : undefined;
  }

  #begin(picture: CellGrid): ShownPicture {
    const { cols, rows } = picture;
    this.#writer.begin(cols, rows);
    this.#writer.clear();
    picture.touched.fill(1);
    const parts = { writer: this.#writer, features: this.#features };
    this.#shown = new ShownPicture({ cols, rows }, this.#tables, parts);
    return this.#shown;
  }
}
