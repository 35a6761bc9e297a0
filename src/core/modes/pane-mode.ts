import type { Canvas } from "../canvas/canvas.ts";
import type { MouseDrag } from "../face/mouse-drag.ts";
import type { KeyPress, MousePlace } from "../keys/key-press.ts";
import type { Size } from "../ports.ts";
import type { Cursor } from "../screen/screen.ts";
import type { Client } from "../tree/client.ts";
import type { Session } from "../tree/session.ts";

/**
 * What a pane shows instead of its screen until it is left: the copy modes, the trees to choose from, the clock. A pane has
 * a stack of them (`Pane.modes`, the newest first); the screen goes on behind. A mode belongs to the pane, not to a client:
 * everybody who looks at the pane sees it, and commands drive it with nobody attached. `Mux.enterMode` and `leaveMode` put
 * it there and take it away; no record keeps it, so it ends with the daemon.
 */
export interface PaneMode {
  /** What `#{pane_mode}` tells: "copy-mode", "view-mode", "tree-mode", "clock-mode" … A pane has one of each at most. */
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
  /** `send-keys -X`. Absent: the mode has no commands, and tmux says "not in a mode". */
  command?(command: ModeCommand): void;
  /** `send-keys -N`: how often the next command is done; back to 1 after it. */
  repeat?: number;
  /** Values of the format variables that the mode answers (`scroll_position`, `copy_cursor_x` …), by name. */
  readonly variables?: ReadonlyMap<string, () => string | undefined> | undefined;
  /** For `#{mouse_word}` and `#{mouse_line}`: the word at a cell of the pane as it is shown, and the text of a line. */
  wordAt?(x: number, y: number): string;
  lineText?(y: number): string;
  /** Only the mode on top is told; another one when it comes back to the top. */
  resize(size: Size): void;
  /** It is on top of the pane's modes for the first time. */
  entered?(): void;
  /** It was left, or its pane is gone. */
  close?(): void;
}

/** A command to a mode, and what it needs of whoever gave it. */
export interface ModeCommand {
  /** Its name and its arguments. */
  readonly words: readonly string[];
  /** `-F`: formats in the argument of a search are expanded. */
  readonly expandSearch?: boolean | undefined;
  readonly session: Session;
  readonly client?: Client | undefined;
  /** Where a mouse key happened that the command is bound to. */
  readonly mouse?: MousePlace | undefined;
  /** Gives the mouse's moves to whoever asks, until its button is let go; absent where no mouse is there. */
  readonly drag?: ((drag: MouseDrag) => void) | undefined;
  /** Expands a format for the session, the client and the pane. */
  expand(text: string): string;
  /** Starts a shell command beside the panes and gives it these bytes to read. */
  pipe(shellCommand: string, input: Uint8Array): void;
}
