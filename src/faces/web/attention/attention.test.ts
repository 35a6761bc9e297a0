import { expect, test } from "vitest";
import type { PagePane } from "../../../protocol/page.ts";
import { badgeOf } from "./badge.ts";
import { News, newsText } from "./news.ts";

const pane = (id: string, state: string, since = 0, more: object = {}) =>
  ({ id, name: id, agent: { state, since, unread: state !== "working", ...more } }) as PagePane;

test("the title counts who needs a person, the icon shows the most urgent", () => {
  expect(badgeOf([pane("a", "done"), pane("b", "waiting"), pane("c", "working")], true)).toEqual({
    title: "(2) Mullion",
    state: "waiting",
  });
  expect(badgeOf([pane("a", "done", 0, { unread: false })], true)).toEqual({
    title: "Mullion",
    state: undefined,
  });
});

test("a page without a connection does not pretend to know", () => {
  expect(badgeOf([pane("b", "waiting")], false)).toEqual({
    title: "Mullion (not connected)",
    state: undefined,
  });
});

test("news is what began to need a person since the last look", () => {
  const news = new News();
  const ids = (panes: PagePane[]) => news.look(panes).map(({ id }) => id);
  expect(ids([pane("old", "waiting", 1)])).toEqual([]);
  expect(ids([pane("old", "waiting", 1), pane("new", "waiting", 2)])).toEqual(["new"]);
  expect(ids([pane("old", "waiting", 3), pane("new", "working", 3)])).toEqual(["old"]);
  expect(ids([pane("old", "waiting", 3), pane("new", "failed", 4)])).toEqual(["new"]);
  expect(ids([pane("old", "waiting", 3), pane("new", "failed", 4)])).toEqual([]);
});

test("what a host says first is no news", () => {
  const news = new News();
  const there = (since: number) => ({ ...pane("build/a", "waiting", since), host: "build" });
  expect(news.look([], [])).toEqual([]);
  expect(news.look([there(1)], ["build"])).toEqual([]);
  expect(news.look([there(1)], [])).toEqual([]);
  expect(news.look([there(2)], ["build"])).toHaveLength(1);
});

test("news is one sentence", () => {
  expect(newsText(pane("a", "waiting", 0, { question: "Allow?" }))).toBe("a waits: Allow?");
  expect(newsText(pane("a", "waiting"))).toBe("a waits for you");
  expect(newsText(pane("a", "done"))).toBe("a is done");
  expect(newsText(pane("a", "failed"))).toBe("a has failed");
});
