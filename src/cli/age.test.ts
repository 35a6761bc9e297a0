import { expect, test } from "vitest";
import { age } from "./age.ts";

test.each([
  [0, "0 s"],
  [59_999, "59 s"],
  [60_000, "1 min"],
  [3 * 3_600_000 + 5, "3 h"],
  [2 * 86_400_000, "2 d"],
  [-5_000, "0 s"],
])("%i ms is %s", (ms, text) => {
  expect(age(1e12, 1e12 + ms)).toBe(text);
});
