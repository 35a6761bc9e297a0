import { expect, test } from "vitest";
import { Utf8Tail } from "./utf8-tail.ts";

test.each([
  [[], 0],
  [["a"], 0],
  [["aé"], 0],
  [["\xc3"], 1],
  [["a\xe2\x82"], 2],
  [["a\xe2", "\x82"], 2],
  [["\xf0", "\x9f", "\x9a"], 3],
  [["\xf0\x9f", "\x9a\x80"], 0],
  [["\xef\xbb\xbf"], 0],
  [["\xe0\x80"], 0],
  [["\xff"], 0],
  [["\xe2a"], 0],
])("%j ends with %d bytes of an incomplete character", (pieces, count) => {
  const tail = new Utf8Tail();
  for (const piece of pieces) tail.push(Buffer.from(piece, piece === "aé" ? "utf8" : "latin1"));
  expect(tail.unfinishedBytes).toBe(count);
});
