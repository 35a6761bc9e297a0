import { expect, test } from "vitest";
import { age, bytesText, parseDuration, percentText } from "./quantities.ts";

test.each([
  [0, "0B"],
  [999, "999B"],
  [1_000, "1.0K"],
  [3_500, "3.4K"],
  [47_185_920, "45M"],
  [1_288_490_189, "1.2G"],
  [5 * 1024 ** 5, "5120T"],
])("%i bytes are %s", (bytes, text) => expect(bytesText(bytes)).toBe(text));

test.each([
  [0, "0%"],
  [0.44, "0.4%"],
  [12.34, "12%"],
  [200, "200%"],
])("%d percent are %s", (percent, text) => expect(percentText(percent)).toBe(text));

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
