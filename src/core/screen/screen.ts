/**
 * The one port to terminal emulation. Everything else in the house sees a screen only through this file, so the
 * emulator behind it can be replaced in one place (`emulator.ts` exports `createScreen`).
 *
 * Lines are numbered as capture-pane numbers them: 0 is the first visible line, -1 the newest line of history.
 */

/** A colour as a terminal names it. `default` is the terminal's own. */
export type Colour =
  | { readonly kind: "default" }
  | { readonly kind: "palette"; readonly index: number }
  | { readonly kind: "rgb"; readonly red: number; readonly green: number; readonly blue: number };

export type Underline = "none" | "single" | "double" | "curly" | "dotted" | "dashed";

export interface Style {
  readonly foreground: Colour;
  readonly background: Colour;
  readonly underlineColour: Colour;
  readonly underline: Underline;
  readonly bold: boolean;
  readonly dim: boolean;
  readonly italic: boolean;
  readonly blink: boolean;
  readonly reverse: boolean;
  readonly hidden: boolean;
  readonly strikethrough: boolean;
  readonly overline: boolean;
  /** Drawn from the line-drawing character set (DEC special graphics). */
  readonly lineDrawing: boolean;
  /** A pane's own colours are not laid over it. */
  readonly ownColours: boolean;
  /** Target of an OSC 8 hyperlink; empty where there is none. */
  readonly link: string;
}

/** A stretch of one line with one style. Wide characters count two columns, combining marks none. */
export interface Run {
  readonly column: number;
  readonly text: string;
  readonly columns: number;
  readonly style: Style;
}

export interface Cursor {
  /** `x` may equal the number of columns while a wrap is pending, as in tmux's cursor_x. */
  readonly x: number;
  readonly y: number;
  readonly visible: boolean;
  readonly shape: "default" | "block" | "underline" | "bar";
  readonly blinking: boolean;
}

export type MouseMode = "none" | "standard" | "button" | "all";

export interface Modes {
  readonly alternate: boolean;
  readonly insert: boolean;
  readonly wrap: boolean;
  readonly origin: boolean;
  readonly applicationCursor: boolean;
  readonly applicationKeypad: boolean;
  readonly bracketedPaste: boolean;
  readonly focusEvents: boolean;
  readonly mouse: MouseMode;
  readonly mouseUtf8: boolean;
  readonly mouseSgr: boolean;
  readonly extendedKeys: boolean;
  readonly synchronized: boolean;
}

export interface CaptureOptions {
  /** First and last line, inclusive, already clamped or not: out of range is clamped. */
  readonly start: number;
  readonly end: number;
  /** -e: escape sequences for styles, as tmux writes them. */
  readonly escapes?: boolean;
  /** -C: octal escapes for control characters (with -e). */
  readonly octal?: boolean;
  /** -J: join wrapped lines and keep trailing spaces. */
  readonly join?: boolean;
  /** -N: keep trailing spaces. */
  readonly keepSpaces?: boolean;
  /** -T: ignore trailing positions without a character. */
  readonly trimUnused?: boolean;
  /** -a: the saved (normal) screen while the alternate one is shown; `undefined` is returned where there is none. */
  readonly alternate?: boolean;
}

export type DefaultColour = "foreground" | "background";

export type PromptMark =
  | { readonly kind: "prompt" | "input" | "output" }
  | { readonly kind: "done"; readonly status?: number };

/** What an application asked of its terminal, told synchronously while its bytes are parsed. */
export interface ScreenListener {
  /** An answer to a query, from a fixed table. Goes to the application's input. */
  reply?(bytes: Uint8Array): void;
  bell?(): void;
  /** OSC 0 or 2. Control characters are already removed, length bounded. */
  title?(text: string): void;
  /** ESC k … ESC \ */
  windowName?(text: string): void;
  /** OSC 7. */
  path?(text: string): void;
  /** OSC 52 write, decoded. Reads are never answered. */
  clipboard?(selection: string, data: Uint8Array): void;
  /** OSC 133. */
  prompt?(mark: PromptMark): void;
  /** OSC 9 and OSC 777;notify. */
  notification?(text: string): void;
  /** DCS tmux; … ST with doubled escapes undone. */
  passthrough?(bytes: Uint8Array): void;
  /** The application wants to know from now on whether it has the focus, and where that is now. */
  focusWanted?(): void;
  /** OSC 10 and 11: a question for a default colour. The answer, if there is one, ends as the question did. */
  colourAsked?(which: DefaultColour, endedByBell: boolean): void;
}

/** A cell, its line counted from the oldest line of history. */
export interface GridPlace {
  readonly column: number;
  readonly line: number;
}

/**
 * The lines of a screen as they were at one moment, to be walked over, searched and laid out anew while the screen itself
 * goes on. It costs little to take, whatever the history. Lines are counted from the oldest of history, from 0 to
 * `historySize + rows - 1`; beyond them everything reads as empty.
 */
export interface Snapshot {
  readonly cols: number;
  readonly rows: number;
  readonly historySize: number;
  readonly cursor: GridPlace;
  /** The text of each cell that was written: "" in the second column of a wide character. Beyond the end all are blanks. */
  cells(line: number): readonly string[];
  /** The cells' text in one piece, which takes less time. */
  text(line: number): string;
  /** How many columns there are up to the last that is not blank. */
  length(line: number): number;
  /** How many cells exist, cleared ones too. */
  size(line: number): number;
  /** Whether this line goes on in the next one. */
  wrapped(line: number): boolean;
  /** The styled text of one line, in columns' order; blank tail left out. */
  runs(line: number): readonly Run[];
  /** Lays wrapped lines out anew where the width changes. Returns where the text went that stood in `place`. */
  resize(cols: number, rows: number, place: GridPlace): GridPlace;
}

export interface ScreenOptions {
  readonly cols: number;
  readonly rows: number;
  /** Lines of history kept. */
  readonly historyLimit: number;
  /** False: another width cuts long lines instead of wrapping them anew, as in a popup. */
  readonly rewraps?: boolean;
  /** What an application that pushes the title and pops it comes back to. */
  readonly title?: string;
  readonly listener?: ScreenListener;
}

export interface Screen {
  readonly cols: number;
  readonly rows: number;
  readonly cursor: Cursor;
  readonly modes: Modes;
  readonly scrollRegion: { readonly upper: number; readonly lower: number };
  readonly tabs: readonly number[];
  /** The style that the next character will have. */
  readonly pen: Style;
  /** Output ended inside a control sequence or a character: what is shown is not the whole state. */
  readonly midSequence: boolean;
  /**
   * Movement and erasure mean what they mean on a terminal just switched on: it scrolls as a whole, wraps, counts lines from
   * its own first, inserts nothing, and has no character set but the ordinary ones.
   */
  readonly ordinary: boolean;
  /** Where the cursor was when the alternate screen was last entered (mode 1049); undefined where it never was. */
  readonly alternateSaved: { readonly x: number; readonly y: number } | undefined;
  readonly historySize: number;
  readonly historyBytes: number;
  historyLimit: number;
  /** The application's title. Set it where it was given otherwise, so that pushing and popping titles restores it. */
  title: string;
  /** Raised by every change of what is shown; a face compares it to know whether to look again. */
  readonly revision: number;
  listener: ScreenListener;

  /** Bytes as the application wrote them; any cut between two calls gives the same screen. */
  write(bytes: Uint8Array): void;
  /** Reflows as tmux does. */
  resize(cols: number, rows: number): void;
  clearHistory(): void;
  /** As resize-pane -T: what stands below the cursor goes, and lines of the history take its place above. */
  dropBelowCursor(): void;
  /** As send-keys -R: reset the terminal's state. */
  reset(): void;
  /** As a respawned pane starts: a cleared screen, history kept. */
  reinitialize(): void;
  setAllowAlternate(allowed: boolean): void;
  /**
   * An application began a string (OSC, DCS and the like) and has not ended it: what it prints does not show. tmux
   * gives up on such a string after five seconds; whoever has a clock asks here, and calls `abandonString`. Each string
   * that is begun has a number of its own.
   */
  readonly openString: number | undefined;
  /** Forget the string that was begun, and the pen with it, as tmux does. */
  abandonString(): void;
  /** The bytes of a control sequence or string that was begun and has not ended; of a very long one, the first of them. */
  readonly unfinished: Uint8Array;

  /**
   * Every line ends with a newline, except one that is joined to the next: what capture-pane puts into a buffer. What
   * capture-pane -p prints is the same, with a newline at the end in any case.
   */
  capture(options: CaptureOptions): string | undefined;
  /** The text of one line, no trailing blanks, no escapes. */
  lineText(line: number): string;
  /** The styled text of one line, in columns' order; blank tail left out. */
  runs(line: number): readonly Run[];
  /** Whether this line goes on in the next one. */
  wrapped(line: number): boolean;
  /** Stands for a line's content: where it is the same as before, there is nothing to draw anew. */
  lineRevision(line: number): number;

  /** With `trim`, empty lines at the bottom are left out. */
  snapshot(options?: { readonly trim?: boolean }): Snapshot;

  /** The whole state (both screens, history, parser, modes), so that `decodeScreen(encode())` goes on exactly here. */
  encode(): Uint8Array;
}
