import type { Canvas } from "../canvas/canvas.ts";
import type { KeyPress } from "../keys/key-press.ts";
import type { Size } from "../ports.ts";
import type { Cursor } from "../screen/screen.ts";

/**
 * What a pane shows instead of its screen until it is left: the copy modes, the trees to choose from, the clock. A pane has
 * a stack of them (`Pane.modes`, the newest first); the screen goes on behind. A mode belongs to the pane, not to a client:
 * everybody who looks at the pane sees it, and commands drive it with nobody attached.
 */
export interface PaneMode {
  /** What `#{pane_mode}` tells: "copy-mode", "view-mode", "tree-mode", "clock-mode" … */
  readonly name: string;
  /** Raised by every change of what is shown. */
  readonly revision: number;
  readonly cursor: Cursor;
  /** Draws every cell of the pane. */
  draw(canvas: Canvas): void;
  /** The table its keys are looked up in (`copy-mode`, `copy-mode-vi`); absent: `key` gets them. */
  readonly keyTable?: string | undefined;
  /** A key of the mode's own. */
  key?(press: KeyPress): void;
  /** Values of the format variables that the mode answers (`scroll_position`, `copy_cursor_x` …). */
  variable?(name: string): string | undefined;
  resize(size: Size): void;
  /** It was left, or its pane is gone. */
  close?(): void;
}
