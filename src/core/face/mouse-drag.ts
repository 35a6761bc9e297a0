import type { MousePlace } from "../keys/key-press.ts";

/** Receives the moves of a mouse with a held button, instead of the key tables, until the button is released. */
export interface MouseDrag {
  moved(mouse: MousePlace): void;
  released?(mouse: MousePlace): void;
}
