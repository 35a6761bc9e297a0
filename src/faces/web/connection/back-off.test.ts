import { expect, test } from "vitest";
import { BackOff } from "./back-off.ts";

test("waits double up to ten seconds", () => {
  const backOff = new BackOff(() => 1);
  expect(Array.from({ length: 8 }, () => backOff.next())).toEqual([
    250, 500, 1000, 2000, 4000, 8000, 10_000, 10_000,
  ]);
});

test("a success restarts them, and at least half of a wait remains", () => {
  const backOff = new BackOff(() => 0);
  backOff.next();
  backOff.next();
  backOff.reset();
  expect(backOff.next()).toBe(125);
});
