import type { Canvas } from "../canvas/canvas.ts";
import type { Size } from "../ports.ts";
import type { Cursor, Modes } from "../screen/screen.ts";
import type { KeyPress } from "../tree/tree.ts";

/**
 * A layer over a client's whole picture that receives its keys until it closes: a menu, a popup, the pane numbers.
 */
export interface Overlay {
  /** Incremented at every visible change. */
  readonly revision: number;
  /** Draws only its own cells, over the finished picture. */
  draw(canvas: Canvas): void;
  /** Absent: the cursor is hidden. */
  readonly cursor?: Cursor | undefined;
  /** Terminal modes that the overlay requests; absent: none. */
  readonly modes?: Partial<Modes> | undefined;
  /**
   * Handles a key; mouse reports arrive as the key "Mouse" with their position. "close" removes the overlay; "pass"
   * removes it and gives the key to the layer below.
   */
  key(press: KeyPress): "keep" | "close" | "pass";
  /** Handles a new terminal size. Absent: the overlay closes. */
  resize?(size: Size): "keep" | "close";
  /** Called after the overlay was removed, for whatever reason. */
  onClosed?(): void;
}
