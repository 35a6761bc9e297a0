import { expect, test } from "vitest";
import { bytesText, percentText } from "./quantities.ts";

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
