import type { CanvasArea } from "../core/canvas/canvas.ts";

/**
 * Where and how a terminal would show the next output of the pane that has the keys. Cells are cells of the terminal
 * and count from 0.
 */
export interface OutputPlace {
  /** The area that shows the pane. */
  readonly area: CanvasArea;
  /** The pane's cursor. */
  readonly x: number;
  readonly y: number;
  /** Number of characters that fit to the right of the cursor. */
  readonly columns: number;
  /** More than plain text looks the same there: the whole pane is visible, and its screen is in its ordinary state. */
  readonly isOrdinary: boolean;
  /** The terminal's cursor is at the pane's cursor. */
  readonly isAtCursor: boolean;
  readonly cursorVisible: boolean;
  /** The pane's last column is the terminal's last column. */
  readonly reachesEdge: boolean;
  /** Bytes that set the pen from any state. */
  readonly pen: Uint8Array;
  readonly features: OutputFeatures;
}

/** The abilities of a terminal that decide what looks the same there as in the pane. */
export interface OutputFeatures {
  /** A character in the terminal's last column delays the wrap until the next character. */
  readonly lastColumn: boolean;
  readonly erasesWithBackground: boolean;
  readonly utf8: boolean;
  readonly dim: boolean;
  readonly italic: boolean;
  readonly blink: boolean;
  readonly hidden: boolean;
  readonly strikethrough: boolean;
  /** Number of colours; "rgb": all. */
  readonly colours: number | "rgb";
}
