import { expect, test } from "vitest";
import { momentText } from "./moment.ts";

const at = new Date(2026, 2, 4, 7, 5, 9).getTime();

test.each([
  ["the same day", new Date(2026, 2, 4, 23, 59, 59), "07:05:09"],
  ["the next day, less than a day later", new Date(2026, 2, 5, 0, 0, 1), "2026-03-04 07:05:09"],
  ["the day before", new Date(2026, 2, 3, 23, 0, 0), "2026-03-04 07:05:09"],
  ["the same day of another year", new Date(2027, 2, 4, 8, 0, 0), "2026-03-04 07:05:09"],
])("seen on %s", (_day, now, text) => expect(momentText(at, now.getTime())).toBe(text));
