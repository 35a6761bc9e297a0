import { expect, test } from "vitest";
import type { PagePane } from "../../../protocol/page.ts";
import { arrange, type Choice, countStates, type StateName, THIS_MACHINE } from "./arrange.ts";

const CHOICE: Choice = { state: undefined, text: "", sort: "place", held: undefined };

function pane(
  id: string,
  state: StateName,
  more: Partial<PagePane> & { unread?: boolean; since?: number } = {},
) {
  const { unread = false, since = 0, ...members } = more;
  const agent = { state, because: "", rule: "none", confidence: 1, since, unread, program: "claude" };
  return {
    id, name: id, agent, metadata: {}, title: "", command: [], foreground: "", cwd: "/srv", pid: 1, tty: "", pane_id: "%1",
    cols: 80, rows: 24, left: 0, top: 0, active: true, is_agent: true, server: "default", socket: "/s", session: "main",
    window_id: "@1", window_index: 0, window: "w", last_line: "", viewers: [],
    ...members,
  } satisfies PagePane; // biome-ignore format: a row of members
}

const shown = (panes: PagePane[], choice: Partial<Choice> = {}) =>
  arrange(panes, { ...CHOICE, ...choice }).map(({ title, ids }) => [title, ...ids]);

test("who needs a person comes first: waiting, failed, done; of equals the one that has waited longest", () => {
  const panes = [
    pane("done", "done", { unread: true }),
    pane("seen", "done"),
    pane("late", "waiting", { since: 20 }),
    pane("early", "waiting", { since: 10 }),
    pane("busy", "working"),
    pane("broken", "failed", { unread: true }),
  ];
  expect(shown(panes)).toEqual([
    ["Needs you", "early", "late", "broken", "done"],
    ["main", "busy", "seen"],
  ]);
  expect(shown(panes, { sort: "state" })[1]).toEqual(["Others", "busy", "seen"]);
});

test("the others stay at their place: session, window, position", () => {
  const panes = [
    pane("d", "idle", { session: "s10" }),
    pane("c", "working", { session: "s2", window_index: 10 }),
    pane("b", "idle", { session: "s2", window_index: 2, top: 5 }),
    pane("a", "working", { session: "s2", window_index: 2 }),
    pane("e", "idle", { session: "s2", socket: "/other", server: "other" }),
  ];
  expect(shown(panes)).toEqual([
    ["s2", "a", "b", "c"],
    ["Sessions with one pane", "e", "d"],
  ]);
});

test("a pane that a person is answering keeps its place after its question is gone", () => {
  const panes = [pane("a", "working"), pane("b", "working")];
  expect(shown(panes, { held: "b" })).toEqual([
    ["Needs you", "b"],
    ["Others", "a"],
  ]);
});

test("a filter takes the state and every word, in any part", () => {
  const panes = [
    pane("api", "waiting", { last_line: "Allow npm test?" }),
    pane("web", "working", { cwd: "/srv/web-app", metadata: { role: "Reviewer" } }),
  ];
  expect(shown(panes, { state: "waiting" })).toEqual([["Needs you", "api"]]);
  expect(shown(panes, { text: "reviewer WEB" })).toEqual([["Others", "web"]]);
  expect(shown(panes, { text: "npm web" })).toEqual([]);
});

test("names are in the order of people: 2 before 10", () => {
  const panes = ["worker 10", "worker 2"].map((name) => pane(name, "working"));
  expect(shown(panes, { sort: "name" })).toEqual([["Others", "worker 2", "worker 10"]]);
});

test("counts each state", () => {
  expect(countStates([pane("a", "idle"), pane("b", "idle"), pane("c", "done")])).toEqual({
    waiting: 0,
    failed: 0,
    done: 1,
    working: 0,
    idle: 2, // biome-ignore format: a row
  });
});

test("panes of one machine alone, and words that name a host", () => {
  const panes = [pane("here", "idle"), pane("there", "idle", { host: "build", name: "build/there" })];
  expect(shown(panes, { machine: "build" })).toEqual([["Others", "there"]]);
  expect(shown(panes, { machine: THIS_MACHINE })).toEqual([["Others", "here"]]);
  expect(shown(panes, { text: "build/" })).toEqual([["Others", "there"]]);
});
