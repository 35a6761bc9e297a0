import { beforeEach, expect, test } from "vitest";
import { LineReader } from "./line-reader.ts";

const MAX_LINE_BYTES = 1024 * 1024;

let heard: string[];
let reader: LineReader;
beforeEach(() => {
  heard = [];
  reader = new LineReader({
    maxBytes: MAX_LINE_BYTES,
    line: (bytes) => heard.push(String(bytes)),
    tooLong: () => heard.push("TOO LONG"),
  });
});
const push = (text: string) => reader.push(Buffer.from(text));

test("joins lines from any pieces", () => {
  push("on");
  push("e\ntwo\n\n   \r\nth");
  for (const character of "ree\nfour") push(character);
  expect(heard).toEqual(["one", "two", "three"]);
  reader.finish();
  expect(heard.at(-1)).toBe("four");
});

test("accepts a line of the maximum length, reports a longer one once, and reads the next", () => {
  push("x".repeat(MAX_LINE_BYTES));
  push("\n");
  expect(heard[0]).toHaveLength(MAX_LINE_BYTES);
  push("y".repeat(MAX_LINE_BYTES + 1));
  push("y".repeat(MAX_LINE_BYTES));
  push("y\nnext\n");
  expect(heard.slice(1)).toEqual(["TOO LONG", "next"]);
});

test("a line in a hundred thousand pieces", () => {
  for (let count = 0; count < 100_000; count++) push("z");
  push("\n");
  expect(heard[0]).toHaveLength(100_000);
});
