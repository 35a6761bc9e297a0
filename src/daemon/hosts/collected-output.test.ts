import { expect, test } from "vitest";
import { CollectedOutput } from "./collected-output.ts";

test("does not accept more than its limit", () => {
  const output = new CollectedOutput(8, false);
  expect([output.push("one\n"), output.push("two\n"), output.push("3")]).toEqual([true, true, false]);
  expect([output.text, output.isCut]).toEqual(["one\ntwo\n", false]);
});

test.each([
  ["in one part", ["one\ntwo\nthree\n"], "three\n"],
  ["in lines", ["one\n", "two\n", "three\n"], "three\n"],
  ["with a line's end at the limit", ["one\n", "two\nfour\n"], "four\n"],
  ["in characters of several bytes", ["ä\nüöüö", "\nß\n"], "ß\n"],
])("keeps the newest complete lines %s", (_how, parts, text) => {
  const output = new CollectedOutput(8, true);
  for (const part of parts) expect(output.push(part)).toBe(true);
  expect([output.text, output.isCut]).toEqual([text, true]);
});
