import { setImmediate as nextTurn } from "node:timers/promises";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { SizeTeller } from "./size-teller.ts";

let told: string[];
let teller: SizeTeller;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  vi.advanceTimersByTime(1_000);
  told = [];
  teller = new SizeTeller({ cols: 80, rows: 24 }, ({ cols, rows }) => told.push(`${cols}x${rows}`));
});
afterEach(() => void vi.useRealTimers());

const change = (cols: number, rows = 24) => teller.change({ cols, rows });

test("the first change is told at once, the last of the following ones later", async () => {
  change(79);
  await nextTurn();
  expect(told).toEqual(["79x24"]);
  for (const cols of [78, 77, 76]) change(cols);
  await nextTurn();
  vi.advanceTimersByTime(24);
  expect(told).toEqual(["79x24"]);
  vi.advanceTimersByTime(1);
  expect(told).toEqual(["79x24", "76x24"]);
});

test("after a while a change is told at once again", async () => {
  change(79);
  await nextTurn();
  vi.advanceTimersByTime(25);
  change(78);
  await nextTurn();
  expect(told).toEqual(["79x24", "78x24"]);
});

test("who changes back to what is known hears of both", async () => {
  change(60);
  change(50);
  change(80);
  await nextTurn();
  expect(told).toEqual(["50x24"]);
  vi.advanceTimersByTime(10);
  expect(told).toEqual(["50x24", "80x24"]);
  vi.advanceTimersByTime(1_000);
  await nextTurn();
  expect(told).toHaveLength(2);
});

test("all that is left can be told at once", async () => {
  change(60);
  teller.flush();
  change(50);
  change(60);
  teller.flush();
  expect(told).toEqual(["60x24", "50x24", "60x24"]);
  vi.advanceTimersByTime(1_000);
  await nextTurn();
  expect(told).toHaveLength(3);
});

test("nothing is told once it is stopped, and a size that is none new never", async () => {
  change(80);
  await nextTurn();
  change(70);
  teller.stop();
  vi.advanceTimersByTime(1_000);
  await nextTurn();
  expect(told).toEqual([]);
});
