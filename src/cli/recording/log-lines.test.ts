import { expect, test } from "vitest";
import { LastLines } from "../verbs/logs.ts";
import { LogLines } from "./log-lines.ts";

const push = (lines: LogLines, timeMs: number, text: string) => [
  ...lines.push({ timeMs, bytes: Buffer.from(text) }),
];

test("a line has the time of its end", () => {
  const lines = new LogLines();
  expect(push(lines, 1, "one\r\ntw")).toEqual([{ timeMs: 1, text: "one" }]);
  expect(push(lines, 2, "o\r\n\x1b[31mthree")).toEqual([{ timeMs: 2, text: "two" }]);
  expect([...lines.end()]).toEqual([{ timeMs: 2, text: "three" }]);
  expect([...lines.end()]).toEqual([]);
});

test("a line without an end is split at the limit", () => {
  const lines = new LogLines();
  const cut = Array.from({ length: 5 }, () => push(lines, 1, "x".repeat(30_000))).flat();
  expect(cut.map(({ text }) => text.length)).toEqual([65_536, 65_536]);
  expect([...lines.end()][0]!.text).toHaveLength(150_000 - 2 * 65_536);
});

test("the newest lines are kept", () => {
  const last = new LastLines(3);
  for (let timeMs = 0; timeMs < 1_000; timeMs++) last.push({ timeMs, text: "" });
  expect(last.take().map(({ timeMs }) => timeMs)).toEqual([997, 998, 999]);
  expect(last.take()).toEqual([]);
});
