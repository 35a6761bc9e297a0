import type { Canvas } from "../canvas/canvas.ts";
import type { KeyPress } from "../keys/key-press.ts";
import type { Size } from "../ports.ts";
import type { Cursor, Modes } from "../screen/screen.ts";

/** Something over a client's whole picture that takes its keys until it is gone: a menu, a popup, the numbers of the panes. */
export interface Overlay {
  /** Raised by every change of what is shown. */
  readonly revision: number;
  /** Draws its own cells only, over the finished picture. */
  draw(canvas: Canvas): void;
  /** Absent: no cursor is shown. */
  readonly cursor?: Cursor | undefined;
  /** What it asks of the terminal; absent: nothing. */
  readonly modes?: Partial<Modes> | undefined;
  /** Reports of the mouse come as the key "Mouse", with their place. What becomes of the overlay: "close" takes it away; "pass" does so and gives the key to what is below. */
  key(press: KeyPress): "keep" | "close" | "pass";
  /** The terminal has another size. Absent: the overlay goes. */
  resize?(size: Size): "keep" | "close";
  /** It was taken away, whoever did it. */
  closed?(): void;
  /** Text that was pasted, where the overlay takes it in one piece; absent: it comes as keys. */
  paste?(bytes: Uint8Array): void;
}
