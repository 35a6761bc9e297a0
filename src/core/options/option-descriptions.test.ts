import { expect, test } from "vitest";
import { optionDescriptions } from "./option-descriptions.ts";
import { optionTable } from "./option-table.ts";

test("every option but hooks is described, and nothing else", () => {
  const names = optionTable.filter(({ hook }) => !hook).map(({ name }) => name);
  expect(Object.keys(optionDescriptions).toSorted()).toEqual(names.toSorted());
});

test("a description is a sentence that fits on a line of the preview", () => {
  const odd = Object.values(optionDescriptions).filter(
    (text) => text.length > 76 || !/^[A-Z].*\.$/.test(text),
  );
  expect(odd).toEqual([]);
});
