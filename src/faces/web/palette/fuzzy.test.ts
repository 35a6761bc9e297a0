import { expect, test } from "vitest";
import { fuzzyScore, fuzzySearch } from "./fuzzy.ts";

const search = (text: string, entries: string[]) =>
  fuzzySearch(text, entries, (entry) => {
    const [name = "", more = ""] = entry.split("|");
    return { name, more };
  });

test("letters occur in order, spaces do not count", () => {
  expect(fuzzyScore("rvw", "reviewer")).toBeDefined();
  expect(fuzzyScore("wvr", "reviewer")).toBeUndefined();
  expect(fuzzyScore("new agent", "New agent…")).toBeDefined();
});

test("beginnings of words and neighbours win over scattered letters", () => {
  expect(search("na", ["banana", "New agent"])).toEqual(["New agent", "banana"]);
  expect(search("test", ["the east", "unit tests"])).toEqual(["unit tests", "the east"]);
  expect(search("web", ["website", "web"])).toEqual(["web", "website"]);
});

test("an empty search keeps everything in its order", () => {
  expect(search("", ["bbb", "aa"])).toEqual(["bbb", "aa"]);
});

test("letters of any script match", () => {
  expect(search("設計", ["レビュー", "設計 担当"])).toEqual(["設計 担当"]);
});

test("a name wins over what is said about another entry", () => {
  expect(search("rev", ["Next waiting|reviewer", "reviewer|api"])).toEqual([
    "reviewer|api",
    "Next waiting|reviewer",
  ]);
});
