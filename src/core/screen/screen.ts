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
  /** The pane's own colours are not applied to the text. */
  readonly ownColours: boolean;
  /** Target of an OSC 8 hyperlink; empty without a link. */
  readonly link: string;
}

/** A run of one line in one style. Wide characters count two columns, combining marks none. */
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
  /** First and last line, inclusive; values out of range are clamped. */
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
  /** -a: the saved (normal) screen while the alternate one is shown; `capture` returns undefined if there is none. */
  readonly alternate?: boolean;
}

export type Progress = "running" | "paused" | "error";

export type DefaultColour = "foreground" | "background";

export type PromptMark =
  | { readonly kind: "prompt" | "input" | "output" }
  | { readonly kind: "done"; readonly status?: number };

/** Receives an application's requests to its terminal, synchronously while its bytes are parsed. */
export interface ScreenListener {
  /** A reply to a query, from a fixed table, for the application's input. */
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
  /** OSC 9, OSC 99 and OSC 777;notify. */
  notification?(text: string): void;
  /** OSC 9;4; undefined: the application shows no progress any more. */
  progress?(kind: Progress | undefined): void;
  /** DCS tmux; … ST, with doubled escapes removed. */
  passthrough?(bytes: Uint8Array): void;
  /** The application requested focus reports, and its current focus state. */
  focusWanted?(): void;
  /** OSC 10 and 11: a query for a default colour. The reply, if any, ends with the same terminator as the query. */
  colourAsked?(which: DefaultColour, endedByBell: boolean): void;
}

/** A cell, its line counted from the oldest line of history. */
export interface GridPlace {
  readonly x: number;
  readonly line: number;
}

/**
 * The lines of a screen at one moment, to be traversed, searched and laid out again while the screen itself changes.
 * Cheap to take, whatever the history. Lines count from the oldest of history, from 0 to `historySize + rows - 1`;
 * lines beyond read as empty.
 */
export interface Snapshot {
  readonly cols: number;
  readonly rows: number;
  readonly historySize: number;
  /** The number of the last line. */
  readonly last: number;
  readonly cursor: GridPlace;
  /** The text of each written cell: "" in the second column of a wide character. Cells beyond the end are blank. */
  cells(line: number): readonly string[];
  /** The cells' text as one string, which is faster. */
  text(line: number): string;
  /** Number of columns up to the last non-blank one. */
  length(line: number): number;
  /** Number of existing cells, including cleared ones. */
  size(line: number): number;
  /** Whether this line continues in the next one. */
  wrapped(line: number): boolean;
  /** The styled text of one line, in column order, without the blank tail. */
  runs(line: number): readonly Run[];
  /** Lays out wrapped lines again if the width changes. Returns the new position of the text at `place`. */
  resize(cols: number, rows: number, place: GridPlace): GridPlace;
}

/** A change of size reaches a covered screen only when it is shown again. */
export interface CoveredScreen {
  readonly cols: number;
  readonly lines: readonly { readonly runs: readonly Run[]; readonly wrapped: boolean }[];
}

export interface ScreenOptions {
  readonly cols: number;
  readonly rows: number;
  /** Maximum lines of history. */
  readonly historyLimit: number;
  /** False: another width cuts long lines instead of wrapping them again, as in a popup. */
  readonly rewraps?: boolean;
  /** The title that an application restores when it pushes and pops the title. */
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
  /** The style of the next character. */
  readonly pen: Style;
  /** The output ended inside a control sequence or a character, so the visible state is incomplete. */
  readonly midSequence: boolean;
  /**
   * Movement and erasure work as on a terminal that was just switched on: the whole screen scrolls, lines wrap, line
   * numbers count from the first, insert mode is off, and only the ordinary character sets are used.
   */
  readonly ordinary: boolean;
  /** Cursor position when the alternate screen was last entered (mode 1049); undefined if it never was. */
  readonly alternateSaved: { readonly x: number; readonly y: number } | undefined;
  /** The screen that the alternate one covers; undefined while the normal one is shown. */
  readonly covered: CoveredScreen | undefined;
  readonly historySize: number;
  readonly historyBytes: number;
  historyLimit: number;
  /**
   * The application's title. Must also be set when the title changes by other means, so that pushing and popping
   * restores it.
   */
  title: string;
  /** Incremented by every visible change; a face compares it to detect changes. */
  readonly revision: number;
  listener: ScreenListener;

  /** Bytes as the application wrote them; how they are divided between calls does not affect the screen. */
  write(bytes: Uint8Array): void;
  /** Reflows as tmux does. */
  resize(cols: number, rows: number): void;
  clearHistory(): void;
  /** resize-pane -T: discards the lines below the cursor, and brings back lines of history at the top. */
  dropBelowCursor(): void;
  /** send-keys -R: resets the terminal's state. */
  reset(): void;
  /** The state at a respawn: a cleared screen, with the history kept. */
  reinitialize(): void;
  setAllowAlternate(allowed: boolean): void;
  /**
   * Number of the string (OSC, DCS and similar) that the application started and has not ended; its output is
   * invisible meanwhile. tmux abandons such a string after five seconds, so an owner with a clock checks this number
   * and calls `abandonString`. Each string has its own number.
   */
  readonly openString: number | undefined;
  /** Discards the unfinished string and resets the pen, as tmux does. */
  abandonString(): void;
  /** The bytes of an unfinished control sequence or string; of a very long one, the first part. */
  readonly unfinished: Uint8Array;

  /**
   * The text that capture-pane puts into a buffer: every line ends with a newline, except one that is joined to the
   * next. capture-pane -p prints the same with a newline at the end in any case.
   */
  capture(options: CaptureOptions): string | undefined;
  /** The text of one line, without trailing blanks and escapes. */
  lineText(line: number): string;
  /** The styled text of one line, in column order, without the blank tail. */
  runs(line: number): readonly Run[];
  /** Whether this line continues in the next one. */
  wrapped(line: number): boolean;
  /** Identifies a line's content: if the number is unchanged, the line need not be drawn again. */
  lineRevision(line: number): number;

  /** With `trim`, empty lines at the bottom are left out. */
  snapshot(options?: { readonly trim?: boolean }): Snapshot;

  /**
   * The complete state (both screens, history, parser, modes), so that `decodeScreen(encode())` continues exactly
   * here.
   */
  encode(): Uint8Array;
}
