import type { Options } from "../../options/options.ts";
import type { Clock } from "../../ports.ts";
import type { GridPlace, Snapshot } from "../../screen/screen.ts";
import type { Pane, PaneSearch } from "../../tree/tree.ts";

/** A cell of the copied lines. */
export type CopyCell = GridPlace;

/** What of the text is selected, and how it grows. */
export interface Selection {
  present: boolean;
  /** Where it began, and where it ends; either may come first in the text. */
  start: CopyCell;
  end: CopyCell;
  /** Which of the two goes with the cursor. */
  follows: "none" | "start" | "end";
  /** Whole lines, by the end at which the cursor stands: `right` of the selection or `left` of it. */
  lines: "none" | "right" | "left";
  unit: "character" | "word" | "line";
  rectangle: boolean;
  /** Where the cursor was when a word or line was selected, and what was selected by that alone. */
  origin: CopyCell;
  unitStart: CopyCell;
  unitEnd: CopyCell;
  separators: string;
}

/** Cells of matches on the screen, row by row: 0 for none, else a number that neighbouring matches do not share. */
export type MatchMap = Uint8Array;

export interface SearchState {
  text: string | undefined;
  regex: boolean;
  /** The direction of `search-again`. */
  last: "none" | "up" | "down";
  /** The direction of the search that was done last. */
  forward: boolean;
  matches: MatchMap | undefined;
  /** -1: not known. */
  count: number;
  /** The count is a lower bound. */
  more: boolean;
  /** All lines are to be searched for matches, not only those on the screen. */
  all: boolean;
  timedOut: boolean;
  /** Where an incremental search began. */
  began: { x: number; y: number; scroll: number } | undefined;
}

/** The last jump to a character, for `jump-again`. */
export interface Jump {
  readonly forward: boolean;
  /** Up to the character, not onto it. */
  readonly before: boolean;
  readonly character: string;
}

/**
 * Everything that copy mode knows: the copied lines, which of them are shown, where the cursor is, what is selected, what
 * was searched for. The functions beside this file work on it; each keeps tmux's rules to the letter, since scripts see
 * them through formats and buffers.
 */
export class CopyState {
  lines: Snapshot;
  /** Shared by all copy modes of a pane. */
  readonly memory: PaneSearch;
  readonly now: () => number;
  readonly #options: Options;
  /** The cursor on the screen. `x` may be the number of columns: behind the last character of a full line. */
  x = 0;
  y = 0;
  /** Lines scrolled back. */
  scroll = 0;
  /** The column that moving up and down comes back to, and the length of the line in which it was taken. */
  wantedX = 0;
  wantedLength = 0;
  /** How many times the running command is to be done. */
  repeat = 1;
  mark: CopyCell = { x: 0, line: 0 };
  markShown = false;
  jump: Jump | undefined;
  /** mode-keys when the mode was entered: some of its rules do not change any more. */
  readonly viAtStart: boolean;
  readonly selection: Selection = {
    present: false,
    start: { x: 0, line: 0 },
    end: { x: 0, line: 0 },
    follows: "none",
    lines: "none",
    unit: "character",
    rectangle: false,
    origin: { x: 0, line: 0 },
    unitStart: { x: 0, line: 0 },
    unitEnd: { x: 0, line: 0 },
    separators: "",
  };
  readonly search: SearchState;

  constructor(lines: Snapshot, { search: memory, window }: Pane, clock: Clock) {
    this.lines = lines;
    this.memory = memory;
    this.now = () => clock.now();
    this.#options = window.options;
    this.viAtStart = this.vi;
    this.search = {
      text: memory.text,
      regex: memory.text !== undefined && memory.regex,
      last: memory.text === undefined ? "none" : "up",
      forward: false,
      matches: undefined,
      count: 0,
      more: false,
      all: true,
      timedOut: false,
      began: undefined,
    };
  }

  /** mode-keys: vi rather than emacs. */
  get vi(): boolean {
    return this.#options.get("mode-keys") === "vi";
  }

  get wrapSearch(): boolean {
    return this.#options.flag("wrap-search");
  }

  /** The line that is shown first. */
  get top(): number {
    return this.lines.historySize - this.scroll;
  }

  /** The line that the cursor is in. */
  get line(): number {
    return this.top + this.y;
  }

  get place(): CopyCell {
    return { x: this.x, line: this.line };
  }

  /** A rectangle goes over the whole width, whatever the text. */
  get inRectangle(): boolean {
    return this.selection.present && this.selection.rectangle;
  }

  /** The cursor, and as much history as brings it onto the screen. */
  goTo({ x, line }: CopyCell): void {
    const { historySize } = this.lines;
    this.x = x;
    this.y = Math.max(0, line - historySize);
    this.scroll = Math.max(0, historySize - line);
  }
}
