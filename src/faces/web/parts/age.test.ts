import { expect, test } from "vitest";
import { formatAge, timeOf } from "./age.ts";

test.each([
  [-5, "0 s"],
  [40_999, "40 s"],
  [60_000, "1 min"],
  [3_599_000, "59 min"],
  [7_200_000, "2 h"],
  [90_000_000, "1 d"],
])("%i ms is %s", (ms, text) => expect(formatAge(ms)).toBe(text));

test("a time of another day has its date", () => {
  const moment = new Date(2026, 2, 4, 7, 5, 9);
  const time = moment.toLocaleTimeString();
  expect(timeOf(moment.getTime(), new Date(2026, 2, 4, 23, 59).getTime())).toBe(time);
  const later = new Date(2026, 2, 5, 0, 1).getTime();
  expect(timeOf(moment.getTime(), later)).toBe(`${moment.toLocaleDateString()} ${time}`);
});
