import type { Run, Style } from "../screen/screen.ts";

/**
 * A rectangle of cells to draw on: what a pane in a mode shows, an overlay, a whole client's picture. Columns and lines
 * count from 0 at the top left; what falls outside is cut off, a wide character that would be cut in half becomes a
 * blank. Styles are compared by identity first, so whoever draws much in one style keeps the object.
 */
export interface Canvas {
  readonly cols: number;
  readonly rows: number;
  /** Writes text from a cell on, on one line. Returns the column behind it. */
  text(x: number, y: number, text: string, style: Style): number;
  /** The runs of a screen's line, from its column `from` on, over at most `cols` columns; a blank tail is left as it is. */
  runs(
    x: number,
    y: number,
    runs: readonly Run[],
    part: { readonly from: number; readonly cols: number },
  ): void;
  /** Blanks of one style. */
  fill(area: CanvasArea, style: Style): void;
  /** A view of a part of it with coordinates of its own: drawing there never leaves the part. */
  part(area: CanvasArea): Canvas;
}

export interface CanvasArea {
  readonly x: number;
  readonly y: number;
  readonly cols: number;
  readonly rows: number;
}
