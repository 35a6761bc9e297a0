import { setImmediate as nextTurn } from "node:timers/promises";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ResizeThrottle } from "./resize-throttle.ts";

let sent: string[];
let throttle: ResizeThrottle;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  vi.advanceTimersByTime(1_000);
  sent = [];
  throttle = new ResizeThrottle({ cols: 80, rows: 24 }, ({ cols, rows }) => sent.push(`${cols}x${rows}`));
});
afterEach(() => void vi.useRealTimers());

const change = (cols: number, rows = 24) => throttle.change({ cols, rows });

test("the first change is sent at once, the last of the following ones later", async () => {
  change(79);
  await nextTurn();
  expect(sent).toEqual(["79x24"]);
  for (const cols of [78, 77, 76]) change(cols);
  await nextTurn();
  vi.advanceTimersByTime(24);
  expect(sent).toEqual(["79x24"]);
  expect(throttle.size).toEqual({ cols: 76, rows: 24 });
  vi.advanceTimersByTime(1);
  expect(sent).toEqual(["79x24", "76x24"]);
});

test("after a while a change is sent at once again", async () => {
  change(79);
  await nextTurn();
  vi.advanceTimersByTime(25);
  change(78);
  await nextTurn();
  expect(sent).toEqual(["79x24", "78x24"]);
});

test("a change back to the known size sends both sizes", async () => {
  change(60);
  change(50);
  change(80);
  await nextTurn();
  expect(sent).toEqual(["50x24"]);
  vi.advanceTimersByTime(10);
  expect(sent).toEqual(["50x24", "80x24"]);
  vi.advanceTimersByTime(1_000);
  await nextTurn();
  expect(sent).toHaveLength(2);
});

test("flush sends all pending sizes at once", async () => {
  change(60);
  throttle.flush();
  change(50);
  change(60);
  throttle.flush();
  expect(sent).toEqual(["60x24", "50x24", "60x24"]);
  vi.advanceTimersByTime(1_000);
  await nextTurn();
  expect(sent).toHaveLength(3);
});

test("sends nothing after a stop, and never an unchanged size", async () => {
  change(80);
  await nextTurn();
  change(70);
  throttle.stop();
  vi.advanceTimersByTime(1_000);
  await nextTurn();
  expect(sent).toEqual([]);
});
