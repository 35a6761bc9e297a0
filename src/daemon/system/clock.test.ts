import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { systemClock } from "./clock.ts";

const DAY_MS = 86_400_000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("a delay of months lasts months, and can be cancelled", () => {
  const over: string[] = [];
  systemClock.after(60 * DAY_MS, () => over.push("sixty days"));
  const cancel = systemClock.after(61 * DAY_MS, () => over.push("cancelled"));
  vi.advanceTimersByTime(60 * DAY_MS - 1);
  expect(over).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(over).toEqual(["sixty days"]);
  cancel();
  vi.advanceTimersByTime(2 * DAY_MS);
  expect(over).toEqual(["sixty days"]);
});
