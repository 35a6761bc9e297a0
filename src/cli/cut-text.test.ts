import { expect, test } from "vitest";
import { clip } from "./cut-text.ts";

const size = { cols: 3, rows: 2 };

test("clips lines and characters to the size", () => {
  expect(clip(["abcd", "ab", "a"], size)).toEqual(["abc", "ab"]);
});

test("a wide character takes two columns, and one without a width none", () => {
  expect(clip(["漢字", "a漢b", "e\u0301ab"], { cols: 3, rows: 3 })).toEqual(["漢", "a漢", "e\u0301ab"]);
});

test("colours take no room, and end with the line", () => {
  expect(clip(["\x1b[31mabcd\x1b[0m", "a\x1b[1mb"], size)).toEqual([
    "\x1b[31mabc\x1b[0m",
    "a\x1b[1mb\x1b[0m",
  ]);
});
