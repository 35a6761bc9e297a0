import { expect, test } from "vitest";
import { BackOff } from "./back-off.ts";

test("waits double up to four seconds: a page is back soon after its daemon, however long that was away", () => {
  const backOff = new BackOff(() => 1);
  expect(Array.from({ length: 8 }, () => backOff.next())).toEqual([
    250, 500, 1000, 2000, 4000, 4000, 4000, 4000,
  ]);
});

test("a success restarts them, and at least half of a wait remains", () => {
  const backOff = new BackOff(() => 0);
  backOff.next();
  backOff.next();
  backOff.reset();
  expect(backOff.next()).toBe(125);
});
