import type { Canvas } from "../../canvas/canvas.ts";
import { cellStyle } from "../../canvas/cell-style.ts";
import type { Mux } from "../../mux.ts";
import type { Clock, Size } from "../../ports.ts";
import type { Cursor, Snapshot, Style } from "../../screen/screen.ts";
import { wordAt } from "../../screen/word-at.ts";
import { defaultStyle, parseStyle } from "../../style/style.ts";
import type { ModeCommand, MousePlace, Pane, PaneMode } from "../../tree/tree.ts";
import { copyCommands, type Running } from "./copy-commands.ts";
import { CopyState } from "./copy-state.ts";
import { markMatches, matchAtCursor } from "./matches.ts";
import { pageUp } from "./motions.ts";
import { dragSelection, isWheel, moveToMouse, startDrag } from "./mouse.ts";
import { drawCopyMode, shownCells } from "./picture.ts";
import { clearSelection } from "./selection.ts";

/** The environment's services for copy mode. */
export interface CopyPorts {
  readonly clock: Clock;
  /** Expands the formats in an option of a style. */
  expandStyle(text: string): string;
}

export interface CopyModeSetup {
  readonly name: "copy-mode" | "view-mode";
  readonly mux: Mux;
  readonly pane: Pane;
  readonly ports: CopyPorts;
  readonly lines: Snapshot;
  /** `refresh-from-pane`: the lines as they are by now. Absent: they stay. */
  readonly refresh?: (() => Snapshot) | undefined;
  /** -e: scrolling down to the newest line leaves the mode. */
  readonly leaveAtEnd?: boolean | undefined;
  /** -H. */
  readonly hidePosition?: boolean | undefined;
}

/**
 * Copy mode, and view mode, which is the same for the output of a command. It works on a copy of the pane's lines
 * while the pane continues to print. Commands (`send-keys -X`) control it; the tables `copy-mode` and `copy-mode-vi`
 * bind keys to them.
 */
export class CopyMode implements PaneMode {
  readonly name: "copy-mode" | "view-mode";
  readonly state: CopyState;
  readonly variables: NonNullable<PaneMode["variables"]>;
  revision = 0;
  readonly #setup: CopyModeSetup;
  #hidePosition: boolean;
  #stopScrolling = (): void => {};

  constructor(setup: CopyModeSetup) {
    const { name, pane, lines, ports } = setup;
    this.name = name;
    this.#setup = setup;
    this.#hidePosition = setup.hidePosition ?? false;
    this.state = new CopyState(lines, pane, ports.clock);
    const cursor = lines.resize(pane.cols, pane.rows, lines.cursor);
    this.state.goTo(name === "view-mode" ? { x: 0, line: 0 } : cursor);
    this.state.mark = this.state.place;
    this.variables = variablesOf(this);
  }

  get repeat(): number {
    return this.state.repeat;
  }

  set repeat(times: number) {
    this.state.repeat = times;
  }

  get keyTable(): string {
    return this.state.vi ? "copy-mode-vi" : "copy-mode";
  }

  get cursor(): Cursor {
    const { x, y, lines } = this.state;
    const at = { x: Math.min(x, lines.cols - 1), y: Math.min(y, lines.rows - 1) };
    return { ...at, visible: true, shape: "default", blinking: false };
  }

  draw(canvas: Canvas): void {
    const style = (name: string) => this.#style(name);
    const styles = {
      mode: style("mode-style"),
      match: style("copy-mode-match-style"),
      currentMatch: style("copy-mode-current-match-style"),
      mark: style("copy-mode-mark-style"),
    };
    drawCopyMode(canvas, { state: this.state, styles, hidden: this.#hidePosition });
  }

  command(command: ModeCommand): void {
    const [name, ...args] = command.words;
    if (name === undefined) return;
    const { mouse } = command;
    if (mouse && !isWheel(mouse)) copyModeUnder(mouse)?.moveToMouse(mouse);
    const entry = copyCommands.get(name);
    const fits = entry && args.length >= entry.min && args.length <= entry.max;
    const after = fits ? entry.run(this.#running(command, args)) : undefined;
    if (!name.startsWith("search-")) this.#forgetMatches(fits ? entry.clears : "never");
    this.state.repeat = 1;
    this.revision++;
    if (after === "cancel") this.#setup.mux.leaveMode(this.#setup.pane);
  }

  /** `copy-mode -u`. */
  pageUp(): void {
    pageUp(this.state);
    this.revision++;
  }

  resize({ cols, rows }: Size): void {
    const { state } = this;
    state.goTo(state.lines.resize(cols, rows, state.place));
    this.#linesChanged();
  }

  close(): void {
    this.#stopScrolling();
  }

  /** The text of a line of the screen, as it is shown. */
  lineText(y: number): string {
    const text = shownCells(this.state, y, this.#hidePosition);
    const wide = text.indexOf("");
    return (wide < 0 ? text : text.slice(0, wide)).join("").trimEnd();
  }

  /** The word at a cell of the screen, as it is shown. */
  wordAt(x: number, y: number): string {
    const cells = (line: number) => shownCells(this.state, line, this.#hidePosition);
    const lines = {
      last: this.state.lines.rows - 1,
      cells,
      length: (line: number) => cells(line).findLastIndex((text) => text !== " ") + 1,
      wrapped: () => false,
    };
    const separators = this.#setup.pane.window.server.sessionOptions.get("word-separators") ?? "";
    return wordAt(lines, { x, line: y }, separators);
  }

  /** View mode: appends lines at the bottom without scrolling. */
  extend(lines: Snapshot): void {
    const { state } = this;
    state.scroll += lines.historySize - state.lines.historySize;
    state.lines = lines;
    this.revision++;
  }

  moveToMouse(mouse: MousePlace): void {
    if (moveToMouse(this.state, mouse)) this.revision++;
  }

  /** Starts a selection where the mouse button was pressed; it follows the mouse. */
  startDrag(mouse: MousePlace): void {
    if (!startDrag(this.state, mouse)) return;
    this.dragTo(mouse);
  }

  /** At the upper or lower edge the lines scroll while the mouse stays there. */
  dragTo(mouse: MousePlace): void {
    this.#stopScrolling();
    const scroll = dragSelection(this.state, mouse);
    this.revision++;
    if (scroll) this.#keepScrolling(scroll);
  }

  endDrag(): void {
    this.#stopScrolling();
  }

  #keepScrolling(scroll: () => boolean): void {
    const REPEAT_MS = 50;
    const { mux, pane, ports } = this.#setup;
    const step = () => {
      if (pane.modes[0] !== this || !scroll()) return;
      this.revision++;
      mux.redrawMode(pane);
      this.#stopScrolling = ports.clock.after(REPEAT_MS, step);
    };
    this.#stopScrolling = ports.clock.after(REPEAT_MS, step);
  }

  #running(command: ModeCommand, args: readonly string[]): Running {
    return {
      state: this.state,
      pane: this.#setup.pane,
      command,
      args,
      leaveAtEnd: this.#setup.leaveAtEnd ?? false,
      separators: command.session.options.get("word-separators") ?? "",
      beginDrag: () => beginDrag(command),
      refreshFromPane: () => this.#refresh(),
      togglePosition: () => {
        this.#hidePosition = !this.#hidePosition;
      },
    };
  }

  #forgetMatches(when: "always" | "never" | "emacs"): void {
    const { search, vi } = this.state;
    if (!search.matches || when === "never" || (when === "emacs" && vi)) return;
    search.matches = undefined;
    search.began = undefined;
  }

  #refresh(): void {
    const { state } = this;
    const lines = this.#setup.refresh?.();
    if (!lines) return;
    lines.resize(state.lines.cols, state.lines.rows, lines.cursor);
    state.lines = lines;
    state.scroll = Math.min(state.scroll, lines.historySize);
    this.#linesChanged();
  }

  #linesChanged(): void {
    const { state } = this;
    const { search } = state;
    const searched = search.matches !== undefined;
    clearSelection(state);
    search.matches = undefined;
    if (searched && !search.timedOut) markMatches(state, { regex: search.regex, screenOnly: false });
    search.began = { x: state.x, y: state.y, scroll: state.scroll };
    this.revision++;
  }

  #style(name: string): Style {
    const { pane, ports } = this.#setup;
    const text = ports.expandStyle(pane.window.options.get(name) ?? "");
    return cellStyle(parseStyle(text) ?? defaultStyle);
  }
}

/** The format variables of copy mode. Those of a selection exist only with one. */
function variablesOf(mode: CopyMode): NonNullable<PaneMode["variables"]> {
  const { state } = mode;
  const { search, selection } = state;
  const flag = (value: boolean) => (value ? "1" : "0");
  const selected = (value: () => number) => () => (selection.present ? String(value()) : undefined);
  return new Map([
    ["scroll_position", () => String(state.scroll)],
    ["rectangle_toggle", () => flag(selection.rectangle)],
    ["copy_cursor_x", () => String(state.x)],
    ["copy_cursor_y", () => String(state.y)],
    ["copy_cursor_line", () => mode.lineText(state.y)],
    ["copy_cursor_word", () => mode.wordAt(state.x, state.y)],
    ["selection_present", () => flag(selection.present)],
    ["selection_active", () => flag(selection.present && selection.follows !== "none")],
    ["selection_start_x", selected(() => selection.start.x)],
    ["selection_start_y", selected(() => selection.start.line)],
    ["selection_end_x", selected(() => selection.end.x)],
    ["selection_end_y", selected(() => selection.end.line)],
    ["search_present", () => flag(search.matches !== undefined)],
    ["search_match", () => matchAtCursor(state) ?? ""],
  ]);
}

/** The copy mode of the pane under the mouse. */
export function copyModeUnder({ pane }: MousePlace): CopyMode | undefined {
  const mode = pane?.modes[0];
  return mode instanceof CopyMode ? mode : undefined;
}

/** Returns false if the command did not come from the mouse. */
function beginDrag({ mouse, drag }: ModeCommand): boolean {
  if (mouse && drag) dragWithMouse(mouse, drag);
  return mouse !== undefined;
}

/** The mouse selects from now on, until its button is released. */
export function dragWithMouse(mouse: MousePlace, capture: NonNullable<ModeCommand["drag"]>): void {
  const mode = copyModeUnder(mouse);
  if (!mode) return;
  capture({
    onMove: (mouse) => copyModeUnder(mouse)?.dragTo(mouse),
    onRelease: (mouse) => copyModeUnder(mouse)?.endDrag(),
  });
  mode.startDrag(mouse);
}

interface OpenCopyMode extends Pick<CopyModeSetup, "leaveAtEnd" | "hidePosition"> {
  /** -s: the pane whose lines are shown; absent: the pane itself. */
  readonly source?: Pane | undefined;
  readonly ports: CopyPorts;
}

/** Returns false, without any effect, if the pane is already in copy mode. */
export function openCopyMode(mux: Mux, pane: Pane, options: OpenCopyMode): boolean {
  const { source = pane, ...rest } = options;
  const take = () => source.screen.snapshot({ trim: source !== pane });
  return mux.enterMode(
    pane,
    "copy-mode",
    () => new CopyMode({ name: "copy-mode", mux, pane, lines: take(), refresh: take, ...rest }),
  );
}
