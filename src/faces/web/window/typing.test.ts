import { beforeEach, expect, test } from "vitest";
import type { PagePane } from "../../../protocol/page.ts";
import type { TerminalHandle } from "../terminal/pane-terminal.tsx";
import { broadcastSentence, createTyping } from "./typing.ts";

const ALONE = "Not typed: the terminal was not connected.";
const pane = (id: string) => ({ id, pane_id: `%${id}`, name: `pane-${id}` }) as PagePane;
const [one, two, three] = [pane("1"), pane("2"), pane("3")];

let panes: PagePane[];
let notices: string[];
let typed: Record<string, string>;
let typing: ReturnType<typeof createTyping>;
beforeEach(() => {
  panes = [one, two, three];
  notices = [];
  typed = {};
  typing = createTyping(
    () => panes,
    (sentence) => notices.push(sentence),
  );
});

/** A pane whose terminal is on view. */
function show({ id }: PagePane, isConnected = true): void {
  const write = (data: string) => {
    if (isConnected) typed[id] = (typed[id] ?? "") + data;
    return isConnected;
  };
  typing.handles.set(id, { write } as TerminalHandle);
}

test("what is typed goes to one pane, until a person chooses several", () => {
  for (const each of panes) show(each);
  typing.type(one, "a");
  typing.setChoosing(true);
  typing.type(one, "b");
  typing.choose(two.id, false);
  typing.type(one, "c");
  typing.type(two, "d");
  expect(typed).toEqual({ 1: "abc", 2: "bd", 3: "bc" });
  expect(notices).toEqual([]);
});

test("names the chosen panes that are not on view once, and not with each key", () => {
  show(one);
  typing.setChoosing(true);
  for (const key of "abc") typing.type(one, key);
  expect(typed).toEqual({ 1: "abc" });
  expect(notices).toEqual(["Not typed into pane-2 (not on view), pane-3 (not on view)."]);
});

test("names them again when others miss the keys, and after all have received some", () => {
  show(one);
  show(two);
  typing.setChoosing(true);
  typing.type(one, "a");
  typing.handles.delete(two.id);
  typing.type(one, "b");
  for (const each of panes) show(each);
  typing.type(one, "c");
  typing.handles.delete(three.id);
  typing.type(one, "d");
  const without3 = "Not typed into pane-3 (not on view).";
  expect(notices).toEqual([without3, "Not typed into pane-2 (not on view), pane-3 (not on view).", without3]);
});

test("names the chosen panes that are not connected", () => {
  show(one);
  show(two, false);
  typing.setChoosing(true);
  typing.choose(three.id, false);
  typing.type(one, "a");
  expect(notices).toEqual(["Not typed into pane-2 (not connected)."]);
});

test("a chosen pane that has closed misses nothing", () => {
  show(one);
  show(two);
  typing.setChoosing(true);
  panes = [one, two];
  typing.type(one, "a");
  expect(typing.chosenPanes()).toEqual([one, two]);
  expect(notices).toEqual([]);
});

test("says that nothing was typed into a pane without a connection or a terminal", () => {
  show(one, false);
  typing.type(one, "a");
  typing.type(two, "a");
  expect(notices).toEqual([ALONE, ALONE]);
});

test("types nothing into a pane that has ended, which would cost it its connection", () => {
  const ended = { ...one, exit_code: 3 };
  panes = [ended, two];
  for (const each of panes) show(each);
  typing.type(ended, "a");
  typing.type(ended, "\x1b[I");
  typing.setChoosing(true);
  typing.type(two, "b");
  expect(typed).toEqual({ 2: "b" });
  expect(notices).toEqual(["Not typed: nothing runs there any more.", "Not typed into pane-1 (ended)."]);
});

test.each([
  [0, 0, "Choose panes: what you type goes to all of them"],
  [1, 0, "Choose panes: what you type goes to all of them"],
  [3, 3, "You type into 3 panes at once"],
  [3, 1, "You type into 1 of 3 panes: the others are not on view"],
  [3, 0, "You type into none of 3 panes: they are not on view"],
])("of %i chosen panes with %i on view the banner says: %s", (chosen, onView, sentence) => {
  expect(broadcastSentence(chosen, onView)).toBe(sentence);
});
