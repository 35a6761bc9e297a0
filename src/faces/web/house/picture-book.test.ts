import { expect, test } from "vitest";
import type { PagePicture } from "../../../protocol/page.ts";
import { PictureBook } from "./picture-book.ts";

const picture = (id: string, lines: PagePicture["lines"]): PagePicture => ({ id, cols: 80, rows: 2, lines });

test("lines that did not change stay", () => {
  const book = new PictureBook(() => {});
  book.apply([picture("a", [[[0, "one", 3, -1, -1]], [[0, "two", 3, -1, -1]]])]);
  book.apply([picture("a", [null, [[0, "new", 3, -1, -1]]])]);
  expect(book.of("a")?.lines.map((line) => line[0]?.[1])).toEqual(["one", "new"]);
});

test("a line that was never sent is empty", () => {
  const book = new PictureBook(() => {});
  book.apply([picture("a", [null, []])]);
  expect(book.of("a")?.lines).toEqual([[], []]);
});

test("a pane is watched from its first watcher to its last", () => {
  const changes: string[][] = [];
  const book: PictureBook = new PictureBook(() => changes.push(book.watched));
  const first = book.watch("a", () => {});
  const second = book.watch("a", () => {});
  book.watch("b", () => {});
  first();
  first();
  second();
  expect(changes).toEqual([["a"], ["a", "b"], ["b"]]);
});

test("only the watchers of a pane are notified", () => {
  let count = 0;
  const book = new PictureBook(() => {});
  book.watch("a", () => {
    count += 1;
  });
  book.apply([picture("a", []), picture("b", [])]);
  expect(count).toBe(1);
});

test("lines that stay or move are the same objects as before", () => {
  const book = new PictureBook(() => {});
  book.apply([picture("a", [[[0, "one", 3, -1, -1]], [[0, "two", 3, -1, -1]], []])]);
  const before = book.of("a")?.lines ?? [];
  book.apply([picture("a", [1, [[0, "three", 5, -1, -1]], null])]);
  const after = book.of("a")?.lines ?? [];
  expect(after[0]).toBe(before[1]);
  expect(after[1]).toEqual([[0, "three", 5, -1, -1]]);
  expect(after[2]).toBe(before[2]);
});

test("a new connection replaces the pictures that it is about, and no others", () => {
  const book = new PictureBook(() => {});
  book.apply([picture("a", []), picture("build/a", [])]);
  book.clear((id) => id.startsWith("build/"));
  expect([book.of("a") !== undefined, book.of("build/a")]).toEqual([true, undefined]);
});
