import type { CanvasArea } from "../../../core/canvas/canvas.ts";
import type { CellGrid } from "../../../core/canvas/cell-grid.ts";
import type { CellTables } from "../../../core/canvas/cell-tables.ts";
import type { DrawPlace } from "../../../core/ports.ts";
import { PADDING } from "../../../core/screen/sequences.ts";
import type { PrintPlace, Scroll } from "../compose/pane-picture.ts";
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

  hide(): Uint8Array {
    this.#modes.hide();
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

  /** The place as somebody else may draw there; nothing that they may write to is half a character. */
  drawPlace(place: PrintPlace): DrawPlace | undefined {
    const writer = this.#writer;
    const { cells } = this.#shown ?? {};
    const { x, y, style, area, cursorVisible } = place;
    if (!cells || !writer.writesPlainly || cursorVisible !== this.#modes.cursorVisible) return undefined;
    // A link is ended by more than a pen.
    if (writer.pen.linked || this.#tables.styles.links[style] !== "") return undefined;
    const atCursor = writer.isAt(x, y);
    const all = place.ordinary && writer.pen.isExact(style) && !hasWide(cells, area);
    const columns = atCursor && cursorVisible ? narrowColumns(cells, place) : 0;
    if (!all && columns < 1) return undefined;
    return {
      left: area.x,
      top: area.y,
      cols: area.cols,
      rows: area.rows,
      x: x - area.x,
      y: y - area.y,
      columns,
      abilities: {
        ...drawAbilities(this.#features),
        all,
        atCursor,
        cursorShown: cursorVisible,
        toEdge: area.x + area.cols === cells.cols,
      },
      pen: writer.penBytes(style),
    };
  }

  /** Somebody else made the area show what the picture has there, and left the cursor and the pen where it prints next. */
  drew(picture: CellGrid, area: CanvasArea, next: PrintPlace | undefined): void {
    const known = this.#knownAs(picture);
    if (!known) return;
    for (let y = area.y; y < area.y + area.rows; y++) known.cells.copyPart(picture, y, area);
    if (next) this.#writer.left(next.x, next.y, next.style);
    else this.#doubted = true;
  }

  /** Nobody knows any more what stands there, and what else somebody left behind. */
  doubt({ x, y, cols, rows }: CanvasArea): void {
    const { cells } = this.#shown ?? {};
    for (let line = y; cells && line < Math.min(y + rows, cells.rows); line++)
      cells.codes.fill(
        UNKNOWN_CODE,
        line * cells.cols + x,
        line * cells.cols + Math.min(x + cols, cells.cols),
      );
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

function hasWide({ codes, cols }: CellGrid, area: CanvasArea): boolean {
  for (let y = area.y; y < area.y + area.rows; y++) {
    const base = y * cols + area.x;
    if (codes.subarray(base, base + area.cols).includes(PADDING)) return true;
  }
  return false;
}

/** Of those that the place has, as many as come before half a character. */
function narrowColumns({ codes, cols }: CellGrid, { x, y, columns }: PrintPlace): number {
  const base = y * cols + x;
  const wide = codes.subarray(base, base + columns + 1).indexOf(PADDING);
  return wide < 0 ? columns : wide - 1;
}

function drawAbilities(features: TerminalFeatures) {
  const { lastColumn, utf8, dim, italic, blink, hidden, strikethrough, colours } = features;
  const count = colours === "rgb" ? Number.POSITIVE_INFINITY : colours;
  return {
    lastColumn,
    erases: features.erasesWithBackground,
    utf8,
    dim,
    italic,
    blink,
    hidden,
    strikethrough,
    colours: count >= 8,
    bright: count >= 16,
    palette: count >= 256,
    rgb: colours === "rgb",
  };
}
