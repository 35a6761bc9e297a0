import { expect, test } from "vitest";
import { metadataEntries, terminalColour } from "./appearance.ts";

test.each([
  ["red", "red"],
  [" Blue ", "blue"],
  ["purple", "magenta"],
  ["orange", "colour208"],
  ["brightcyan", "brightcyan"],
  ["colour255", "colour255"],
  ["color12", "color12"],
  ["#FFaa00", "#ffaa00"],
  ["colour256", undefined],
  ["#[fg=red]", undefined],
  ["red,bold", undefined],
  ["__proto__", undefined],
  ["", undefined],
])("%j is %j", (name, colour) => {
  expect(terminalColour(name)).toBe(colour);
});

test("metadata is kept as words; null takes an entry away", () => {
  expect(metadataEntries({ name: "a", level: 3, done: true, role: null })).toEqual([
    ["name", "a"],
    ["level", "3"],
    ["done", "true"],
    ["role", undefined],
  ]);
});
