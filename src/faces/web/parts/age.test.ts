import { expect, test } from "vitest";
import { formatAge } from "./age.ts";

test.each([
  [-5, "0 s"],
  [40_999, "40 s"],
  [60_000, "1 min"],
  [3_599_000, "59 min"],
  [7_200_000, "2 h"],
  [90_000_000, "1 d"],
])("%i ms is %s", (ms, text) => expect(formatAge(ms)).toBe(text));
