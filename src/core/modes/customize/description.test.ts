import { expect, test } from "vitest";
import { createCanvas } from "../../canvas/cell-canvas.ts";
import { type DescriptionPart, drawDescription } from "./description.ts";

/** The text that ten columns and `rows` lines show. */
function drawn(rows: number, parts: readonly DescriptionPart[]): string[] {
  const canvas = createCanvas(10, rows);
  drawDescription(canvas, parts);
  const { codes, tables } = canvas.grid;
  return Array.from({ length: rows }, (_, y) =>
    Array.from(codes.subarray(y * 10, y * 10 + 10), (code) => tables.sequences.text(code))
      .join("")
      .trimEnd(),
  );
}

test("text is broken between words, at line ends and within words that are too long", () => {
  expect(drawn(3, [{ text: "broken in two" }])).toEqual(["broken in", "two", ""]);
  expect(drawn(3, [{ text: "ten column wide" }])).toEqual(["ten column", "wide", ""]);
  expect(drawn(3, [{ text: "a\nb" }])).toEqual(["a", "b", ""]);
  expect(drawn(3, [{ text: "unbreakable words" }])).toEqual(["unbreakabl", "e words", ""]);
});

test("an open part goes on in its line, or at its end in the next", () => {
  expect(drawn(3, [{ text: "is: ", open: true }, { text: "this" }])).toEqual(["is: this", "", ""]);
  expect(drawn(3, [{ text: "ten column", open: true }, { text: "this" }])).toEqual([
    "ten column",
    "this",
    "",
  ]);
});

test("nothing follows what has no room", () => {
  expect(drawn(2, [{ text: "one two three four" }, { text: "five" }])).toEqual(["one two", "three four"]);
  expect(drawn(2, [{ text: "one" }, "gap", { text: "two" }])).toEqual(["one", ""]);
  expect(drawn(3, [{ text: "one" }, "gap", { text: "two" }])).toEqual(["one", "", ""]);
  expect(drawn(3, [{ text: "one" }, "last gap", { text: "two" }])).toEqual(["one", "", "two"]);
});
