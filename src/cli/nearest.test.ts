import { expect, test } from "vitest";
import { editDistance, nearest } from "./nearest.ts";

test("distance counts insertions, deletions, replacements and swaps", () => {
  expect(editDistance("send", "send")).toBe(0);
  expect(editDistance("sned", "send")).toBe(1);
  expect(editDistance("sen", "send")).toBe(1);
  expect(editDistance("", "send")).toBe(4);
  expect(editDistance("kitten", "sitting")).toBe(3);
});

test("suggests the nearest word only if it is similar enough", () => {
  const words = ["capture", "send", "doctor", "down"];
  expect(nearest("captrue", words)).toBe("capture");
  expect(nearest("doc", words)).toBe("doctor");
  expect(nearest("frobnicate", words)).toBeUndefined();
  expect(nearest("", words)).toBeUndefined();
});
