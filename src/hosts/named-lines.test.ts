import { expect, test } from "vitest";
import { NamedLines } from "./named-lines.ts";

/** What is passed on of these pieces, when each line gets a mark before it. */
function passed(...pieces: string[]): string {
  const lines = new NamedLines((line) => `>${line}`);
  const text = pieces.map((piece) => lines.push(Buffer.from(piece, "latin1")).toString());
  return text.join("") + lines.end().toString();
}

test("names each line once, wherever the pieces end", () => {
  expect(passed("one\ntw", "o\n", "three")).toBe(">one\n>two\n>three");
  expect(passed("caf\xc3", "\xa9\n")).toBe(">café\n");
  expect(passed("")).toBe("");
});

test("passes on a line that never ends", () => {
  const long = "x".repeat(2 * 1024 * 1024);
  expect(passed(long, "y", "\nnext\n")).toBe(`>${long}y\n>next\n`);
});
