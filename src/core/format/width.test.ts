import { expect, it } from "vitest";
import { formatWidth, trimLeft, trimRight } from "./width.ts";

it.each([
  ["abc", 3],
  ["日本", 4],
  ["e\u0301", 1],
  ["#[fg=red]ab", 2],
  ["##", 1],
  ["###", 2],
  ["##[x]", 4],
  ["a\tb\u0001", 2],
  ["ab#[fg=red", 0],
])("%j takes %i columns", (text, columns) => {
  expect(formatWidth(text)).toBe(columns);
});

it.each([
  ["abcdef", 3, "abc", "def"],
  ["日本語", 3, "日", "語"],
  ["#[bold]abc#[default]", 2, "#[bold]ab", "#[bold]bc#[default]"],
  ["a##b", 2, "a##", "##b"],
  ["ab", 5, "ab", "ab"],
])("%j cut to %i columns", (text, limit, left, right) => {
  expect([trimLeft(text, limit), trimRight(text, limit)]).toEqual([left, right]);
});
