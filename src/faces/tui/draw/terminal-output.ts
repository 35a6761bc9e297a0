import type { CanvasArea } from "../../../core/canvas/canvas.ts";
import type { CellGrid } from "../../../core/canvas/cell-grid.ts";
import type { CellTables } from "../../../core/canvas/cell-tables.ts";
import { PADDING } from "../../../core/screen/sequences.ts";
import type { Scroll } from "../compose/find-scroll.ts";
import type { PrintPlace } from "../compose/pane-picture.ts";
import type { TerminalFeatures } from "../terminal/terminal-features.ts";
import { OutputBytes } from "./output-bytes.ts";
import { ShownPicture } from "./shown-picture.ts";
import { initialModes, ModeWriter, type TerminalModes } from "./terminal-modes.ts";
import { TerminalWriter } from "./terminal-writer.ts";

export interface Showing {
  /** The blocks of lines that moved since the last picture. */
  readonly scrolls: readonly Scroll[];
  readonly cursor: { readonly x: number; readonly y: number };
  readonly modes: TerminalModes;
  /**
   * A pane may write to the terminal before this picture arrives, so its bytes must not depend on the cursor or the
   * pen.
   */
  readonly shared?: boolean;
}

const NOTHING = new Uint8Array(0);
/** A code that no cell of a picture has. */
const UNKNOWN_CODE = 0xffffffff;

/** One terminal: what it shows, its modes, and the bytes that change both to another picture. */
export class TerminalOutput {
  readonly #tables: CellTables;
  readonly #out = new OutputBytes();
  #features: TerminalFeatures;
  #writer: TerminalWriter;
  #modes: ModeWriter;
  /** Undefined while the content of the terminal is unknown. */
  #shown: ShownPicture | undefined;
  /** Whether the position of the cursor and the state of the pen are unknown. */
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

  leave(): Uint8Array {
    this.#writer.rest();
    this.#modes.leave();
    this.forget();
    return this.#out.take();
  }

  /** Discards what is known of the terminal: the next picture is sent completely. */
  forget(): void {
    this.#shown = undefined;
  }

  /** Discards cached style numbers, which have been reassigned; only numbers held by cells are still valid. */
  tablesChanged(): void {
    this.#writer.pen.forget();
  }

  /** Resets the modes with the old features first; the next picture sets them with the new features. */
  setFeatures(features: TerminalFeatures): void {
    this.#writer.rest();
    this.#modes.apply(initialModes);
    this.#features = features;
    this.#writer = new TerminalWriter(this.#out, this.#tables, features);
    this.#modes = new ModeWriter(this.#out, features);
    this.forget();
  }

  /** Lines that have not been touched since the last picture are assumed unchanged. */
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
    // The echo of a key changes a single line, which is not worth a synchronized update.
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

  /** How the terminal would show the output, limited so that the output overwrites no half of a wide character. */
  outputPlace(place: PrintPlace) {
    const writer = this.#writer;
    const { cells } = this.#shown ?? {};
    const { x, y, style, area, cursorVisible } = place;
    if (!cells || !writer.writesPlainly || cursorVisible !== this.#modes.cursorVisible) return undefined;
    // Ending a hyperlink takes more than setting the pen.
    if (writer.pen.linked || this.#tables.styles.links[style] !== "") return undefined;
    const isAtCursor = writer.isAt(x, y);
    const isOrdinary = place.ordinary && writer.pen.isExact(style) && !hasWide(cells, area);
    const columns = isAtCursor && cursorVisible ? narrowColumns(cells, place) : 0;
    if (!isOrdinary && columns < 1) return undefined;
    const reachesEdge = area.x + area.cols === cells.cols;
    const pen = writer.penBytes(style);
    const features = this.#features;
    return { area, x, y, columns, isOrdinary, isAtCursor, cursorVisible, reachesEdge, pen, features };
  }

  /**
   * Records that a pane drew the picture's content of this area, and left the cursor and the pen at the position of
   * its next output.
   */
  drew(picture: CellGrid, area: CanvasArea, next: PrintPlace | undefined): void {
    const known = this.#knownAs(picture);
    if (!known) return;
    for (let y = area.y; y < area.y + area.rows; y++) known.cells.copyPart(picture, y, area);
    if (next) this.#writer.left(next.x, next.y, next.style);
    else this.#doubted = true;
  }

  /** Marks the area as unknown, and the cursor and the pen too. */
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

/** The number of columns before the first half of a wide character, at most those of the place. */
function narrowColumns({ codes, cols }: CellGrid, { x, y, columns }: PrintPlace): number {
  const base = y * cols + x;
  const wide = codes.subarray(base, base + columns + 1).indexOf(PADDING);
  return wide < 0 ? columns : wide - 1;
}
