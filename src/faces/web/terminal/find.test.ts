import { expect, test } from "vitest";
import { findOlder } from "./find.ts";

test("finds lines that the page no longer holds, the newest first", () => {
  const history = "Error one\nfine\nerror two\nerror on the screen\n";
  expect(findOlder(history, "error", 1)).toEqual([
    { text: "error two", above: 2 },
    { text: "Error one", above: 4 },
  ]);
  expect(findOlder(history, "error", 9)).toEqual([]);
});
