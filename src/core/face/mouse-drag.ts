import type { MousePlace } from "../keys/key-press.ts";

/** Takes the moves of a mouse whose button is held, in place of the key tables, until it is let go. */
export interface MouseDrag {
  moved(mouse: MousePlace): void;
  released?(mouse: MousePlace): void;
}
