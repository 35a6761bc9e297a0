import { expect, test } from "vitest";
import { continues } from "./paragraph.ts";

const cells = (text: string) => [...text].map((character) => ({ text: character, columns: 1, style: "" }));
const joins = (before: string, after: string) => continues(cells(before), cells(after), 80);

const FULL = "● I read the retry logic twice, found one race in the queue, and wrote a test";

test.each([
  ["an item of a list", FULL, "  that fails without the fix."],
  [
    "a paragraph",
    "The back-off doubles without a limit, so that a queue which was down for an",
    "hour is asked",
  ],
  ["an indented paragraph", `    ${"word ".repeat(14).trim()}`, "    another word"],
])("the rest of %s belongs to it", (_what, before, after) => {
  expect(joins(before, after)).toBe(true);
});

test.each([
  ["a short line", "● Done: the tests pass.", "  that fails"],
  ["another item", FULL, "● that fails without the fix."],
  ["a new sentence", FULL, "  That fails without the fix."],
  ["another indentation", FULL, "that fails without the fix."],
  ["an empty line", FULL, ""],
  ["a table", `root      1  0.0 ${"x".repeat(62)}`, "daemon    2  0.0 sh"],
  ["a log", `npm warn deprecated ${"x".repeat(58)}`, "npm warn deprecated y"],
  ["a frame", `│ ${"word ".repeat(15)} │`, "│ word │"],
  ["a line that the terminal has wrapped", "word ".repeat(20).trim(), "word"],
])("%s does not go on in the next line", (_what, before, after) => {
  expect(joins(before, after)).toBe(false);
});
