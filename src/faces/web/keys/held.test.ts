import { expect, test } from "vitest";
import { withHeld } from "./held.ts";

test.each([
  ["c", "ctrl", "\x03"],
  ["[", "ctrl", "\x1b"],
  [" ", "ctrl", "\x00"],
  ["?", "ctrl", "\x7f"],
  ["1", "ctrl", "1"],
  ["b", "alt", "\x1bb"],
  ["c", "ctrl alt", "\x1b\x03"],
  ["é", "alt", "\x1bé"],
  ["pasted", "ctrl", "pasted"],
  ["x", "", "x"],
])("%j with %s", (data, held, typed) => {
  expect(withHeld(data, { ctrl: held.includes("ctrl"), alt: held.includes("alt") })).toBe(typed);
});
