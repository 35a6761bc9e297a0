import type { Run, Style } from "../screen/screen.ts";

/**
 * A rectangle of cells to draw on: a pane in a mode, an overlay, the whole picture of a client. Columns and lines
 * count from 0 at the top left. Drawing outside is clipped, and a wide character that would be cut in half becomes a
 * blank. Styles are compared by identity first, so callers that draw much in one style reuse the style object.
 */
export interface Canvas {
  readonly cols: number;
  readonly rows: number;
  /** Writes text on one line, starting at a cell. Returns the column after the text. */
  text(x: number, y: number, text: string, style: Style): number;
  /** Draws the runs of a part of a screen's line. A blank tail leaves the canvas unchanged. */
  runs(x: number, y: number, runs: readonly Run[], part: LinePart): void;
  /** Fills an area with blanks of one style. */
  fill(area: CanvasArea, style: Style): void;
  /** A view of a part of the canvas with its own coordinates: drawing there is clipped to the part. */
  part(area: CanvasArea): Canvas;
}

/** At most `cols` columns of a line, from its column `from` on. */
export interface LinePart {
  readonly from: number;
  readonly cols: number;
}

export interface CanvasArea {
  readonly x: number;
  readonly y: number;
  readonly cols: number;
  readonly rows: number;
}
