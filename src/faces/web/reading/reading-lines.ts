import type { IDisposable, IMarker, Terminal } from "@xterm/xterm";
import { cellOf, FONT } from "../terminal/font.ts";
import type { PaneScreen } from "../terminal/pane-screen.ts";
import { readLook, watchLook } from "../terminal/theme.ts";
import { shownTheme } from "../theme.ts";
import { fitLine } from "./fit-line.ts";
import { keyOf, type LineLook, lineElement } from "./line-element.ts";
import { readParagraph } from "./paragraph.ts";
import { lineStart, type ReadCursor, type TextCell } from "./text-cells.ts";

/** Rows that are drawn at first, and each time a person scrolls to the first line. */
const CHUNK_ROWS = 400;
/** While the newest line is on view, no more elements than these are kept. */
const MAX_LINES = 2_000;
/** A person who reads older lines keeps them a while longer. */
const MAX_LINES_READING = 8_000;
/** Between two drawings. */
const PACE_MS = 80;
/** Closer to the end than this, the view follows the output. */
const END_PX = 24;
/** On both sides of the text, as in reading.css. */
const SIDES_PX = 20;

/**
 * The text of a terminal as lines that wrap at the width of the page. Lines that have left the screen do not change any
 * more: a marker of xterm.js says where the others begin, and only these are drawn again.
 */
export class ReadingLines {
  readonly #place: HTMLElement;
  readonly #screen: PaneScreen;
  readonly #terminal: Terminal;
  readonly #closing: IDisposable[];
  /** Where the lines begin that may change. */
  #changing: IMarker | undefined;
  /** The first line that is drawn. */
  #first: IMarker | undefined;
  /** Elements of lines that do not change any more. */
  #settled = 0;
  #keys: string[] = [];
  #look: LineLook | undefined;
  #columns = 0;
  #fontPx = 0;
  #composing = "";
  #timer: ReturnType<typeof setTimeout> | undefined;
  #drawnAt = 0;
  #isFollowing = true;
  /** A finger is on the text: it moves with the finger alone. */
  #isHeld = false;

  constructor(place: HTMLElement, screen: PaneScreen) {
    const { terminal } = screen;
    this.#place = place;
    this.#screen = screen;
    this.#terminal = terminal;
    const again = () => this.#drawAll();
    const sizes = new ResizeObserver(() => this.#resized());
    sizes.observe(place);
    const stop = new AbortController();
    const { signal } = stop;
    place.style.fontFamily = FONT;
    place.addEventListener("scroll", () => this.#scrolled(), { signal, passive: true });
    for (const name of ["touchstart", "touchend", "touchcancel"])
      place.addEventListener(name, () => this.#hold(name === "touchstart"), { signal, passive: true });
    for (const name of ["compositionstart", "compositionupdate", "compositionend"] as const)
      terminal.textarea?.addEventListener(name, (event) => this.#compose(event), { signal });
    this.#closing = [
      terminal.onWriteParsed(() => this.#drawSoon()),
      terminal.onResize(again),
      terminal.buffer.onBufferChange(again),
      terminal.onData(() => this.follow()),
      { dispose: watchLook(again) },
      { dispose: () => sizes.disconnect() },
      { dispose: () => stop.abort() },
    ];
  }

  set fontPx(px: number) {
    if (px === this.#fontPx) return;
    this.#fontPx = px;
    this.#place.style.fontSize = `${px}px`;
    this.#drawAll();
  }

  /** Shows the newest line, and those that follow. */
  follow(): void {
    this.#isFollowing = true;
    this.#place.scrollTop = this.#place.scrollHeight;
  }

  dispose(): void {
    clearTimeout(this.#timer);
    for (const part of this.#closing) part.dispose();
    this.#changing?.dispose();
    this.#first?.dispose();
  }

  #hold(isHeld: boolean): void {
    this.#isHeld = isHeld;
  }

  #compose({ type, data }: CompositionEvent): void {
    this.#composing = type === "compositionend" ? "" : data;
    this.#drawSoon();
  }

  #resized(): void {
    if (this.#fontPx === 0) return;
    if (this.#columnsNow() === this.#columns) {
      if (this.#isFollowing) this.follow();
    } else this.#drawAll();
  }

  #scrolled(): void {
    const { scrollTop, scrollHeight, clientHeight } = this.#place;
    this.#isFollowing = scrollHeight - scrollTop - clientHeight < END_PX;
    if (scrollTop < clientHeight) this.#drawEarlier();
  }

  #drawSoon(): void {
    this.#timer ??= setTimeout(
      () => {
        this.#timer = undefined;
        this.#draw();
      },
      Math.max(0, this.#drawnAt + PACE_MS - performance.now()),
    );
  }

  #drawAll(): void {
    this.#changing?.dispose();
    this.#changing = undefined;
    this.#look = undefined;
    this.#drawSoon();
  }

  #draw(): void {
    this.#drawnAt = performance.now();
    if (!this.#continues()) this.#begin();
    const { lines, settled, settledRow } = this.#linesFrom(this.#changing?.line ?? 0);
    this.#replaceFrom(this.#settled, lines);
    this.#settled += settled;
    this.#changing = this.#mark(this.#changing, settledRow);
    if (this.#isFollowing && !this.#isHeld) this.follow();
  }

  /** Whether what is drawn is a beginning of what is to be drawn, and a short one. */
  #continues(): boolean {
    const from = this.#changing?.line ?? -1;
    const { length } = this.#terminal.buffer.active;
    const most = this.#isFollowing ? MAX_LINES : MAX_LINES_READING;
    return from >= 0 && this.#settled + length - from <= most;
  }

  /** Begins with the newest lines again. Elements that show the same stay. */
  #begin(): void {
    const { active } = this.#terminal.buffer;
    if (!this.#look) {
      const { theme, contrast } = readLook();
      const [ground = "", text = ""] = [theme.background, theme.foreground];
      this.#look = { theme: shownTheme(), ground, text, contrast };
      this.#keys = [];
    }
    this.#columns = this.#columnsNow();
    this.#settled = 0;
    const row = lineStart(active, Math.max(0, active.length - CHUNK_ROWS));
    this.#first = this.#mark(this.#first, row);
    this.#changing = this.#mark(this.#changing, row);
  }

  /** Lines from this row to the last that shows something, and how many of them have left the screen for good. */
  #linesFrom(row: number): { lines: (readonly TextCell[])[]; settled: number; settledRow: number } {
    const { active } = this.#terminal.buffer;
    const { cols } = this.#terminal;
    const cursor = this.#cursor();
    const lines: (readonly TextCell[])[] = [];
    let [settled, settledRow, used] = [0, row, 0];
    for (let at = row; at < active.length; ) {
      const { cells, next } = readParagraph(active, at, { cols, cursor });
      lines.push(fitLine(cells, this.#columns));
      if (cells.length > 0 || (cursor && cursor.row < next && cursor.row >= at)) used = lines.length;
      if (next <= active.baseY) [settled, settledRow] = [lines.length, next];
      at = next;
    }
    return { lines: lines.slice(0, Math.max(used, settled)), settled, settledRow };
  }

  #cursor(): ReadCursor | undefined {
    if (this.#screen.isCursorHidden && this.#composing === "") return undefined;
    const { active } = this.#terminal.buffer;
    const column = Math.min(active.cursorX, this.#terminal.cols - 1);
    return { row: active.baseY + active.cursorY, column, composing: this.#composing };
  }

  /** An element whose line looks as before stays, and a selection in it too. */
  #replaceFrom(index: number, lines: readonly (readonly TextCell[])[]): void {
    const look = this.#look;
    if (!look) return;
    const { children } = this.#place;
    for (const [at, cells] of lines.entries()) {
      const key = keyOf(cells);
      const before = children[index + at];
      if (before && this.#keys[index + at] === key) continue;
      this.#keys[index + at] = key;
      const element = lineElement(cells, look);
      if (before) before.replaceWith(element);
      else this.#place.append(element);
    }
    this.#keys.length = index + lines.length;
    while (children.length > this.#keys.length) this.#place.lastElementChild?.remove();
  }

  /** The lines before the first one; what a person reads stays where it is. */
  #drawEarlier(): void {
    const { active } = this.#terminal.buffer;
    const end = this.#first?.line ?? -1;
    const look = this.#look;
    if (end <= 0 || !look || active.type === "alternate") return;
    const start = lineStart(active, Math.max(0, end - CHUNK_ROWS));
    const { cols } = this.#terminal;
    const lines: (readonly TextCell[])[] = [];
    for (let at = start; at < end; ) {
      const { cells, next } = readParagraph(active, at, { cols, end });
      lines.push(fitLine(cells, this.#columns));
      at = next;
    }
    const { scrollHeight, scrollTop } = this.#place;
    this.#place.prepend(...lines.map((cells) => lineElement(cells, look)));
    this.#place.scrollTop = scrollTop + this.#place.scrollHeight - scrollHeight;
    this.#keys.unshift(...lines.map(keyOf));
    this.#settled += lines.length;
    this.#first = this.#mark(this.#first, start);
  }

  #mark(before: IMarker | undefined, row: number): IMarker {
    before?.dispose();
    const { baseY, cursorY } = this.#terminal.buffer.active;
    return this.#terminal.registerMarker(row - baseY - cursorY);
  }

  /** Columns for which the page has room. */
  #columnsNow(): number {
    return Math.max(1, Math.floor((this.#place.clientWidth - SIDES_PX) / cellOf(this.#fontPx).width));
  }
}
