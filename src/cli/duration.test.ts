import { expect, test } from "vitest";
import { parseDuration } from "./duration.ts";

test.each([
  ["30", 30_000],
  ["1.5s", 1_500],
  [".5", 500],
  ["500ms", 500],
  ["5m", 300_000],
  ["2h", 7_200_000],
  ["0", 0],
])("%s is %i ms", (text, ms) => {
  expect(parseDuration(text, "--timeout")).toBe(ms);
});

test.each(["", "-1", "soon", "5 m", "1d", "1e3"])("%j is no time", (text) => {
  expect(() => parseDuration(text, "--timeout")).toThrow("--timeout needs a time such as");
});
