import { expect, it } from "vitest";
import { formatFixed } from "./arithmetic.ts";

it.each([
  [0.5, 0, "0"],
  [1.5, 0, "2"],
  [2.5, 0, "2"],
  [0.125, 2, "0.12"],
  [0.375, 2, "0.38"],
  [-0, 1, "-0.0"],
  [1e22, 0, "10000000000000000000000"],
  [0.1, 20, "0.10000000000000000555"],
  [123.456, 1, "123.5"],
  [5e-324, 3, "0.000"],
  [Number.NaN, 2, "nan"],
  [Number.NEGATIVE_INFINITY, 2, "-inf"],
])("%d with %i digits is %s, as C writes it", (value, digits, text) => {
  expect(formatFixed(value, digits)).toBe(text);
});
