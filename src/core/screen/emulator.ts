import { leaveAlternate } from "./alternate.ts";
import { captureText, TextWriter } from "./capture.ts";
import { decodeState, encodeState } from "./codec.ts";
import { describeModes, INITIAL_MODES, mode } from "./modes.ts";
import { MAX_COLS } from "./packed-line.ts";
import { Parser } from "./parser.ts";
import { state } from "./parser-table.ts";
import { resizeScreen } from "./resize.ts";
import type { Row } from "./row.ts";
import { lineRuns } from "./runs.ts";
import type {
  CaptureOptions,
  CoveredScreen,
  Cursor,
  Modes,
  Run,
  Screen,
  ScreenListener,
  ScreenOptions,
  Snapshot,
  Style,
} from "./screen.ts";
import { takeSnapshot } from "./snapshot.ts";
import { defaultTabs, Terminal } from "./terminal.ts";
import { MAX_TITLE_LENGTH } from "./title-stack.ts";

/** Creates our terminal emulator behind the Screen port. */
export function createScreen(options: ScreenOptions): Screen {
  const terminal = new Terminal(
    size(options.cols),
    size(options.rows),
    options.historyLimit,
    options.listener ?? {},
  );
  const screen = new Emulator(terminal, new Parser(terminal), options.rewraps);
  screen.title = options.title ?? "";
  return screen;
}

/** Continues exactly where `encode()` was called. Throws an Error for bytes that `encode()` did not write. */
export function decodeScreen(bytes: Uint8Array, listener: ScreenListener = {}): Screen {
  const { terminal, parser } = decodeState(bytes, listener);
  return new Emulator(terminal, parser);
}

/** Modes that affect movement, erasure and the cursor's look. */
const MOVEMENT_MODES = mode.wrap | mode.insert | mode.origin | mode.synchronized | mode.cursorVeryVisible;
const shapes = ["default", "block", "underline", "bar"] as const;

class Emulator implements Screen {
  private readonly terminal: Terminal;
  private readonly parser: Parser;
  private readonly rewraps: boolean;

  constructor(terminal: Terminal, parser: Parser, rewraps = true) {
    this.terminal = terminal;
    this.parser = parser;
    this.rewraps = rewraps;
  }

  get cols(): number {
    return this.terminal.cols;
  }

  get rows(): number {
    return this.terminal.rows;
  }

  get cursor(): Cursor {
    const { terminal } = this;
    return {
      x: terminal.x,
      y: terminal.y,
      visible: terminal.has(mode.cursor),
      shape: shapes[terminal.cursorShape]!,
      blinking: terminal.has(mode.cursorBlinking),
    };
  }

  get modes(): Modes {
    return describeModes(this.terminal.modes, this.terminal.saved !== undefined);
  }

  get scrollRegion(): { upper: number; lower: number } {
    return { upper: this.terminal.upper, lower: this.terminal.lower };
  }

  get tabs(): readonly number[] {
    return Array.from(this.terminal.tabs.keys()).filter((x) => this.terminal.tabs[x]);
  }

  get pen(): Style {
    const { terminal } = this;
    return terminal.styles.view(terminal.charset.drawing ? terminal.drawingStyle() : terminal.penStyle());
  }

  get midSequence(): boolean {
    return this.parser.state !== state.ground || this.parser.utf8Need > 0 || this.terminal.joining;
  }

  get ordinary(): boolean {
    const { charset, lower, modes, rows, upper } = this.terminal;
    const { shifted, g0Drawing, g1Drawing } = charset;
    return (
      (modes & MOVEMENT_MODES) === mode.wrap &&
      upper === 0 &&
      lower === rows - 1 &&
      !(shifted || g0Drawing || g1Drawing)
    );
  }

  get alternateSaved(): { x: number; y: number } | undefined {
    const { savedX, savedY } = this.terminal;
    return savedX < 0 ? undefined : { x: savedX, y: savedY };
  }

  get covered(): CoveredScreen | undefined {
    const { saved, sequences, styles } = this.terminal;
    if (saved === undefined) return undefined;
    const { cols, rows } = saved;
    const lines = rows.map((row) => ({
      runs: lineRuns({ cols, sequences, styles }, row),
      wrapped: row.wrapped,
    }));
    return { cols, lines };
  }

  get historySize(): number {
    return this.terminal.grid.history.size;
  }

  get historyBytes(): number {
    return this.terminal.grid.history.bytes;
  }

  get historyLimit(): number {
    return this.terminal.grid.limit;
  }

  set historyLimit(limit: number) {
    const { grid, saved } = this.terminal;
    grid.limit = limit;
    if (saved === undefined) grid.keepsHistory = limit > 0;
    else this.terminal.saved = { ...saved, keepsHistory: limit > 0 };
    const excess = grid.history.size - limit;
    if (excess > 0) grid.history.dropOldest(excess);
    grid.scrolled = Math.min(grid.scrolled, grid.history.size);
  }

  get revision(): number {
    return this.terminal.grid.revision;
  }

  get title(): string {
    return this.terminal.titles.current;
  }

  set title(text: string) {
    this.terminal.titles.current = text.slice(0, MAX_TITLE_LENGTH);
  }

  get listener(): ScreenListener {
    return this.terminal.listener;
  }

  set listener(listener: ScreenListener) {
    this.terminal.listener = listener;
  }

  write(bytes: Uint8Array): void {
    this.parser.write(bytes);
    // The cursor and the modes count as well as the cells.
    this.terminal.grid.revision++;
  }

  resize(cols: number, rows: number): void {
    const { terminal } = this;
    if (size(cols) === terminal.cols && size(rows) === terminal.rows) return;
    const rewrap = this.rewraps && terminal.saved === undefined;
    resizeScreen(terminal, size(cols), size(rows), rewrap);
    terminal.tidyTables();
  }

  clearHistory(): void {
    this.terminal.grid.clearHistory();
    this.terminal.grid.revision++;
  }

  dropBelowCursor(): void {
    const { terminal } = this;
    const count = Math.min(terminal.rows - 1 - terminal.y, this.historySize);
    terminal.grid.takeBack(count);
    terminal.y += count;
  }

  reset(): void {
    this.terminal.resetPen();
    this.terminal.resetScreen();
    this.parser.reset();
  }

  reinitialize(): void {
    const { terminal, parser } = this;
    terminal.x = 0;
    terminal.y = 0;
    terminal.modes = INITIAL_MODES;
    if (terminal.saved !== undefined) leaveAlternate(terminal, false);
    terminal.upper = 0;
    terminal.lower = terminal.rows - 1;
    terminal.savedX = -1;
    terminal.savedY = -1;
    terminal.tabs = defaultTabs(terminal.cols);
    terminal.grid.clearLines(0, terminal.rows, 0);
    terminal.titles.clear();
    terminal.joining = false;
    terminal.resetPen();
    terminal.savedCursor.origin = false;
    parser.reset();
    parser.utf8Need = 0;
  }

  setAllowAlternate(allowed: boolean): void {
    this.terminal.allowAlternate = allowed;
  }

  get openString(): number | undefined {
    return this.parser.inString ? this.parser.strings : undefined;
  }

  get unfinished(): Uint8Array {
    return this.parser.state === state.ground ? new Uint8Array(0) : this.parser.unfinished.written();
  }

  abandonString(): void {
    if (!this.parser.inString) return;
    this.terminal.resetPen();
    this.parser.reset();
  }

  capture(options: CaptureOptions): string | undefined {
    return captureText(this.terminal, options);
  }

  lineText(line: number): string {
    return new TextWriter(this.terminal, {}).line(this.row(line, false), this.cols);
  }

  runs(line: number): readonly Run[] {
    return lineRuns(this.terminal, this.row(line, true));
  }

  wrapped(line: number): boolean {
    return this.row(line, false).wrapped;
  }

  lineRevision(line: number): number {
    const { history, rows } = this.terminal.grid;
    if (line >= 0) return rows[line]?.revision ?? 0;
    return -line <= history.size ? history.revision(history.size + line) : 0;
  }

  snapshot(options: { readonly trim?: boolean } = {}): Snapshot {
    return takeSnapshot(this.terminal, options);
  }

  encode(): Uint8Array {
    return encodeState(this.terminal, this.parser);
  }

  private row(line: number, styled: boolean): Row {
    return this.terminal.readLine(this.historySize + line, styled);
  }
}

/** A screen has at least one cell, and at most as many columns as a packed line can count. */
function size(cells: number): number {
  return Math.max(1, Math.min(Math.floor(cells), MAX_COLS));
}
