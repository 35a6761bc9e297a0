import { nextMatchingBracket, previousMatchingBracket } from "./brackets.ts";
import type { CopyState } from "./copy-state.ts";
import {
  appendSelection,
  type Copying,
  copyAndPipe,
  copyLines,
  copySelection,
  pipeSelection,
} from "./copying.ts";
import * as motions from "./motions.ts";
import { search } from "./search.ts";
import { selectLine, selectWord } from "./select-units.ts";
import { clearSelection, otherEnd, startSelection, stopFollowing } from "./selection.ts";

/** A running command. */
export interface Running extends Copying {
  /** Its arguments. */
  readonly args: readonly string[];
  /** The mode leaves at the newest line (`copy-mode -e`). */
  readonly leaveAtEnd: boolean;
  /** word-separators of the session. */
  readonly separators: string;
  beginDrag(): boolean;
  refreshFromPane(): void;
  togglePosition(): void;
}

export interface CopyCommand {
  /** How many arguments it takes, at least and at most. */
  readonly min: number;
  readonly max: number;
  /** When the marks of a search are removed. */
  readonly clears: "always" | "never" | "emacs";
  readonly run: Act;
}

/** "cancel" leaves the mode; any other return value is ignored. */
type Act = (running: Running) => unknown;

function define(
  run: Act,
  { min = 0, max = min, clears = "always" }: Partial<Omit<CopyCommand, "run">> = {},
): CopyCommand {
  return { min, max, clears, run };
}

/** A movement, repeated as often as the command asks. */
function move(act: (state: CopyState, running: Running) => void): CopyCommand {
  return define((running) => repeat(running, () => act(running.state, running)), { clears: "emacs" });
}

function repeat({ state }: Running, act: () => unknown): "cancel" | undefined {
  for (let times = state.repeat; times > 0; times--) if (act() === "cancel") return "cancel";
  return undefined;
}

const andCancel =
  (act: Act): Act =>
  (running) => {
    act(running);
    return "cancel";
  };

const andClear =
  (act: Act): Act =>
  (running) => {
    act(running);
    clearSelection(running.state);
  };

const append: Act = andClear((running) => appendSelection(running));
const copy: Act = (running) => copySelection(running, running.args[0]);
const copyPipe: Act = (running) => copyAndPipe(running, running.args[0], running.args[1]);
const pipe: Act = (running) => pipeSelection(running, running.args[0]);

/** Three variants each: keeping the selection, clearing it, leaving the mode. */
function copyingCommands(name: string, act: Act, max: number): [string, CopyCommand][] {
  return [
    [`${name}-no-clear`, define(act, { max, clears: "never" })],
    [name, define(andClear(act), { max })],
    [`${name}-and-cancel`, define(andCancel(andClear(act)), { max })],
  ];
}

/** Two variants each: staying in the mode, leaving it. */
function lineCommands(
  name: string,
  act: Act,
  { fromStart, max }: { fromStart: boolean; max: number },
): [string, CopyCommand][] {
  const lines: Act = (running) => copyLines(running, { fromStart, copy: () => act(running) });
  return [
    [name, define(lines, { max })],
    [`${name}-and-cancel`, define(andCancel(lines), { max })],
  ];
}

function pageDown(half: boolean, tellEnd: (running: Running) => boolean): Act {
  return (running) =>
    repeat(running, () =>
      motions.pageDown(running.state, { half, tellEnd: tellEnd(running) }) ? "cancel" : undefined,
    );
}

function scrollDown(leave: (running: Running) => boolean): Act {
  return (running) => {
    const { state } = running;
    repeat(running, () => motions.cursorDown(state, { scrollOnly: true }));
    return leave(running) && state.scroll === 0 ? "cancel" : undefined;
  };
}

const always = () => true;
const asEntered = ({ leaveAtEnd }: Running) => leaveAtEnd;

const downOrCancel: Act = (running) => {
  const { state } = running;
  const { y } = state;
  repeat(running, () => motions.cursorDown(state));
  return state.y === y && state.scroll === 0 ? "cancel" : undefined;
};

/** Repeats the last jump in its direction, or in the opposite one. */
function jumpAgain(sameWay: boolean): CopyCommand {
  return move((state) => {
    if (state.jump) motions.jumpToCharacter(state, state.jump.forward === sameWay);
  });
}

function jumpTo({ forward, before }: { forward: boolean; before: boolean }): CopyCommand {
  return define(
    (running) => {
      const [character] = running.args[0] ?? "";
      if (character === undefined) return;
      running.state.jump = { forward, before, character };
      repeat(running, () => motions.jumpToCharacter(running.state, forward));
    },
    { min: 1, clears: "emacs" },
  );
}

function searchFor({ forward, regex }: { forward: boolean; regex: boolean }): CopyCommand {
  return define(
    (running) => {
      const { state, command } = running;
      const given = running.args[0] ?? "";
      const text = command.expandSearch ? command.expand(given) : given;
      if (text === "") return;
      Object.assign(state.search, { text, regex, last: forward ? "down" : "up", timedOut: false });
      repeat(running, () => search(state, { forward, regex }));
    },
    { max: 1 },
  );
}

function searchAgain(sameWay: boolean): CopyCommand {
  return define((running) => {
    const { state } = running;
    const { last, regex } = state.search;
    if (last === "none") return;
    repeat(running, () => search(state, { forward: (last === "down") === sameWay, regex }));
  });
}

/** A prompt sends a sign for the direction and the current text for each key. A changed text starts a new search. */
function searchIncrementally(forwardByDefault: boolean): CopyCommand {
  return define(
    ({ state, args }) => {
      const { search: searching } = state;
      const sign = args[0]?.[0];
      const text = args[0]?.slice(1) ?? "";
      searching.timedOut = false;
      if (!searching.began) searching.began = { x: state.x, y: state.y, scroll: state.scroll };
      else if (searching.text !== undefined && searching.text !== text) Object.assign(state, searching.began);
      if (text === "") searching.matches = undefined;
      if (text === "" || sign === undefined || !"=+-".includes(sign)) return;
      const forward = sign === "=" ? forwardByDefault : sign === "+";
      Object.assign(searching, { text, regex: false, last: forward ? "down" : "up" });
      if (!search(state, { forward, regex: false })) searching.matches = undefined;
    },
    { min: 1 },
  );
}

const bottomOf = ({ lines }: CopyState) => lines.rows - 1;

export const copyCommands: ReadonlyMap<string, CopyCommand> = new Map<string, CopyCommand>([
  ["append-selection", define(append)],
  ["append-selection-and-cancel", define(andCancel(append))],
  ["back-to-indentation", define(({ state }) => motions.backToIndentation(state))],
  ["begin-selection", define(beginSelection)],
  ["bottom-line", define(({ state }) => motions.toScreenLine(state, bottomOf(state)), { clears: "emacs" })],
  ["cancel", define(() => "cancel")],
  ["clear-selection", define(({ state }) => clearSelection(state))],
  ...lineCommands("copy-end-of-line", copy, { fromStart: false, max: 1 }),
  ...lineCommands("copy-pipe-end-of-line", copyPipe, { fromStart: false, max: 2 }),
  ...lineCommands("copy-line", copy, { fromStart: true, max: 1 }),
  ...lineCommands("copy-pipe-line", copyPipe, { fromStart: true, max: 2 }),
  ...copyingCommands("copy-pipe", copyPipe, 2),
  ...copyingCommands("copy-selection", copy, 1),
  ...copyingCommands("pipe", pipe, 1),
  ["cursor-down", move((state) => motions.cursorDown(state))],
  ["cursor-down-and-cancel", define(downOrCancel)],
  ["cursor-left", move(motions.cursorLeft)],
  ["cursor-right", move(motions.cursorRight)],
  ["cursor-up", move((state) => motions.cursorUp(state))],
  ["end-of-line", define(({ state }) => motions.endOfLine(state), { clears: "emacs" })],
  ["goto-line", define(({ state, args }) => motions.gotoLine(state, args[0]!), { min: 1, clears: "emacs" })],
  ["halfpage-down", define(pageDown(true, asEntered), { clears: "emacs" })],
  ["halfpage-down-and-cancel", define(pageDown(true, always))],
  ["halfpage-up", move((state) => motions.pageUp(state, { half: true }))],
  ["history-bottom", define(({ state }) => motions.historyBottom(state), { clears: "emacs" })],
  ["history-top", define(({ state }) => motions.historyTop(state), { clears: "emacs" })],
  ["jump-again", jumpAgain(true)],
  ["jump-backward", jumpTo({ forward: false, before: false })],
  ["jump-forward", jumpTo({ forward: true, before: false })],
  ["jump-reverse", jumpAgain(false)],
  ["jump-to-backward", jumpTo({ forward: false, before: true })],
  ["jump-to-forward", jumpTo({ forward: true, before: true })],
  ["jump-to-mark", define(({ state }) => motions.jumpToMark(state))],
  [
    "middle-line",
    define(({ state }) => motions.toScreenLine(state, bottomOf(state) >> 1), { clears: "emacs" }),
  ],
  ["next-matching-bracket", define(nextBracket)],
  ["next-paragraph", move(motions.nextParagraph)],
  ["next-space", move((state) => motions.nextWord(state, ""))],
  ["next-space-end", move((state) => motions.moveToWordEnd(state, ""))],
  ["next-word", move((state, { separators }) => motions.nextWord(state, separators))],
  ["next-word-end", move((state, { separators }) => motions.moveToWordEnd(state, separators))],
  ["other-end", define(swapEnds, { clears: "emacs" })],
  ["page-down", define(pageDown(false, asEntered), { clears: "emacs" })],
  ["page-down-and-cancel", define(pageDown(false, always))],
  ["page-up", move((state) => motions.pageUp(state))],
  [
    "previous-matching-bracket",
    define((running) => repeat(running, () => previousMatchingBracket(running.state))),
  ],
  ["previous-paragraph", move(motions.previousParagraph)],
  ["previous-space", move((state) => motions.previousWord(state, "", { always: true }))],
  [
    "previous-word",
    move((state, { separators }) => motions.previousWord(state, separators, { always: true })),
  ],
  ["rectangle-off", define(({ state }) => motions.setRectangle(state, false))],
  ["rectangle-on", define(({ state }) => motions.setRectangle(state, true))],
  ["rectangle-toggle", define(({ state }) => motions.setRectangle(state, !state.selection.rectangle))],
  ["refresh-from-pane", define(({ refreshFromPane }) => refreshFromPane())],
  ["scroll-down", define(scrollDown(asEntered), { clears: "emacs" })],
  ["scroll-down-and-cancel", define(scrollDown(always))],
  ["scroll-up", move((state) => motions.cursorUp(state, { scrollOnly: true }))],
  ["search-again", searchAgain(true)],
  ["search-backward", searchFor({ forward: false, regex: true })],
  ["search-backward-incremental", searchIncrementally(false)],
  ["search-backward-text", searchFor({ forward: false, regex: false })],
  ["search-forward", searchFor({ forward: true, regex: true })],
  ["search-forward-incremental", searchIncrementally(true)],
  ["search-forward-text", searchFor({ forward: true, regex: false })],
  ["search-reverse", searchAgain(false)],
  ["select-line", define(({ state }) => selectLine(state))],
  ["select-word", define(({ state, separators }) => selectWord(state, separators))],
  ["set-mark", define(({ state }) => motions.setMark(state))],
  ["start-of-line", define(({ state }) => motions.startOfLine(state), { clears: "emacs" })],
  ["stop-selection", define(({ state }) => stopFollowing(state))],
  ["toggle-position", define(({ togglePosition }) => togglePosition(), { clears: "never" })],
  ["top-line", define(({ state }) => motions.toScreenLine(state, 0), { clears: "emacs" })],
]);

/** With the mouse a drag selects; with keys the selection starts at the cursor. */
function beginSelection({ state, beginDrag }: Running): void {
  if (beginDrag()) return;
  state.selection.lines = "none";
  state.selection.unit = "character";
  startSelection(state);
}

function nextBracket({ state }: Running): void {
  for (let times = state.repeat; times > 0; times--) if (!nextMatchingBracket(state)) return;
}

function swapEnds({ state }: Running): void {
  state.selection.unit = "character";
  if (state.repeat % 2 !== 0) otherEnd(state);
}
