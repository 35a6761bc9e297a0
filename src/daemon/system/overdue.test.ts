import { AsyncLocalStorage } from "node:async_hooks";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Overdue, settledOrOverdue } from "./overdue.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

test("calls back for each item that stays, at its own time, and never for a deleted one", () => {
  const late: string[] = [];
  const overdue = new Overdue<string>(100, (item) => late.push(item));
  overdue.add("first");
  overdue.add("deleted");
  vi.advanceTimersByTime(60);
  overdue.add("second");
  overdue.add("first"); // Keeps its time.
  overdue.delete("deleted");
  vi.advanceTimersByTime(39);
  expect(late).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(late).toEqual(["first"]);
  vi.advanceTimersByTime(59);
  expect(late).toEqual(["first"]);
  vi.advanceTimersByTime(2);
  expect(late).toEqual(["first", "second"]);
  expect(vi.getTimerCount()).toBe(0);
});

test("has one timer for all items, and none once they are deleted and their time has passed", () => {
  const overdue = new Overdue<number>(100, () => {});
  for (let item = 0; item < 1000; item++) {
    overdue.add(item);
    overdue.delete(item);
  }
  expect(vi.getTimerCount()).toBe(1);
  vi.advanceTimersByTime(100);
  expect(vi.getTimerCount()).toBe(0);
});

test("an item that is added while another is late has its own time", () => {
  const late: string[] = [];
  const overdue = new Overdue<string>(100, (item) => {
    late.push(item);
    if (item === "first") overdue.add("second");
  });
  overdue.add("first");
  vi.advanceTimersByTime(150);
  expect(late).toEqual(["first"]);
  vi.advanceTimersByTime(51);
  expect(late).toEqual(["first", "second"]);
});

test("an item that arrived while the process was stopped is not late", () => {
  const late: string[] = [];
  const overdue = new Overdue<string>(100, (item) => late.push(item));
  overdue.add("read after the stop");
  overdue.add("never");
  // The process was stopped for longer than the delay, and runs its timers before it reads.
  vi.spyOn(performance, "now").mockReturnValue(performance.now() + 150);
  vi.advanceTimersToNextTimer();
  vi.advanceTimersByTime(9);
  expect(late).toEqual([]);
  overdue.delete("read after the stop");
  vi.advanceTimersByTime(1);
  expect(late).toEqual(["never"]);
});

test("calls back outside the context of the request that started the timer", () => {
  const requests = new AsyncLocalStorage<string>();
  const seen: (string | undefined)[] = [];
  const overdue = new Overdue<string>(100, () => seen.push(requests.getStore()));
  requests.run("one", () => overdue.add("item"));
  vi.advanceTimersByTime(100);
  expect(seen).toEqual([undefined]);
});

test("waits for a promise, and no longer than its limit", async () => {
  const overdue = new Overdue<() => void>(100, (resolve) => resolve());
  await settledOrOverdue(Promise.reject(new Error("failed")), overdue);
  const never = settledOrOverdue(new Promise(() => {}), overdue);
  vi.advanceTimersByTime(101);
  await never;
});
