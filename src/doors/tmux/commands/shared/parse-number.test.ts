import { expect, it } from "vitest";
import { parseNumber, parseSize } from "./parse-number.ts";

it.each([
  ["5", 5],
  [" +7", 7],
  ["0", "too small"],
  ["11", "too large"],
  ["99999999999999999999", "too large"],
  ["", "invalid"],
  ["5x", "invalid"],
  ["5 ", "invalid"],
])("reads %j between 1 and 10 as %j", (text, value) => {
  expect(parseNumber(text, { min: 1, max: 10 })).toBe(value);
});

it.each([
  ["50%", 40],
  ["33%", 26],
  ["101%", "too large"],
  ["x%", "invalid"],
  ["30", 30],
])("reads the size %j of 80 as %j", (text, value) => {
  expect(parseSize(text, { min: 0, max: 1000, whole: 80 })).toBe(value);
});
