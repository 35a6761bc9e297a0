import type { Canvas } from "../canvas/canvas.ts";
import type { MouseDrag } from "../face/mouse-drag.ts";
import type { KeyPress, MousePlace } from "../keys/key-press.ts";
import type { Size } from "../ports.ts";
import type { Cursor } from "../screen/screen.ts";
import type { Client } from "../tree/client.ts";
import type { Session } from "../tree/session.ts";

/**
 * A layer that a pane shows instead of its screen: the copy modes, the trees to choose from, the clock. A pane has a
 * stack of modes (`Pane.modes`, newest first); the screen continues behind them. A mode belongs to the pane, not to a
 * client: every viewer of the pane sees it, and commands control it even with no client attached. `Mux.enterMode` and
 * `leaveMode` add and remove modes; no record keeps them, so they end with the daemon.
 */
export interface PaneMode {
  /**
   * The value of `#{pane_mode}`: "copy-mode", "view-mode", "tree-mode", "clock-mode" … A pane has at most one mode of
   * each name.
   */
  readonly name: string;
  /** Incremented at every visible change. */
  readonly revision: number;
  readonly cursor: Cursor;
  /** Draws every cell of the pane. */
  draw(canvas: Canvas): void;
  /** The table in which keys are looked up (`copy-mode`, `copy-mode-vi`); absent: `key` receives them. */
  readonly keyTable?: string | undefined;
  /** Handles a key without a table. */
  key?(press: KeyPress): void;
  /** `send-keys -X`. Absent: the mode has no commands, and tmux says "not in a mode". */
  command?(command: ModeCommand): void;
  /** `send-keys -N`: repeat count of the next command; reset to 1 after it. */
  repeat?: number;
  /** Format variables that the mode supplies (`scroll_position`, `copy_cursor_x` …), by name. */
  readonly variables?: ReadonlyMap<string, () => string | undefined> | undefined;
  /** For `#{mouse_word}` and `#{mouse_line}`: the visible word at a cell of the pane, and the text of a line. */
  wordAt?(x: number, y: number): string;
  lineText?(y: number): string;
  /** Only the top mode receives a new size; another mode receives it when it returns to the top. */
  resize(size: Size): void;
  /** Called when the mode is on top of the pane's modes for the first time. */
  entered?(): void;
  /** Called when the mode was left, or its pane closed. */
  close?(): void;
}

/** A command to a mode, with the services of its caller that it uses. */
export interface ModeCommand {
  /** Its name and its arguments. */
  readonly words: readonly string[];
  /** `-F`: formats in the argument of a search are expanded. */
  readonly expandSearch?: boolean | undefined;
  readonly session: Session;
  readonly client?: Client | undefined;
  /** Position of the mouse key that runs the command. */
  readonly mouse?: MousePlace | undefined;
  /** Sends mouse moves to a drag handler until the button is released; absent without a mouse. */
  readonly drag?: ((drag: MouseDrag) => void) | undefined;
  /** Expands a format for the session, the client and the pane. */
  expand(text: string): string;
  /** Starts a shell command outside the panes, with these bytes as its input. */
  pipe(shellCommand: string, input: Uint8Array): void;
}
