import { describe, expect, test } from "vitest";
import { LastLines } from "../verbs/logs.ts";
import { type LogLine, LogLines, type LogPosition } from "./log-lines.ts";

const NOWHERE = { process: undefined, offset: 0, timeMs: 0 };

const withoutEnd = ({ timeMs, text }: LogLine) => ({ timeMs, text });
const push = (lines: LogLines, timeMs: number, text: string) =>
  [...lines.push({ timeMs, bytes: Buffer.from(text), end: NOWHERE })].map(withoutEnd);

test("a line has the time of its end", () => {
  const lines = new LogLines();
  expect(push(lines, 1, "one\r\ntw")).toEqual([{ timeMs: 1, text: "one" }]);
  expect(push(lines, 2, "o\r\n\x1b[31mthree")).toEqual([{ timeMs: 2, text: "two" }]);
  expect([...lines.end()].map(withoutEnd)).toEqual([{ timeMs: 2, text: "three" }]);
  expect([...lines.end()]).toEqual([]);
});

test("a line without an end is split at the limit", () => {
  const lines = new LogLines();
  const cut = Array.from({ length: 5 }, () => push(lines, 1, "x".repeat(30_000))).flat();
  expect(cut.map(({ text }) => text.length)).toEqual([65_536, 65_536]);
  expect([...lines.end()][0]!.text).toHaveLength(150_000 - 2 * 65_536);
});

describe("a line", () => {
  const short = `one\r\n\x1b[31mtwo\x1b[0m\r\n\x1b]2;a\nb\x07three é\n\nlast`;
  const long = `${"x".repeat(150_000)}\n`;

  /** The lines from a position on, if the output arrives in pieces of this size. */
  const read = (bytes: Buffer, from: LogPosition, size: number) => {
    const lines = new LogLines();
    const found: LogLine[] = [];
    for (let at = from.offset; at < bytes.length; at += size) {
      const piece = bytes.subarray(at, at + size);
      found.push(...lines.push({ timeMs: 1, bytes: piece, end: { ...NOWHERE, offset: at + piece.length } }));
    }
    return [...found, ...lines.end()].slice(from.lines);
  };

  test.each([
    [short, 1, [3, 3, 7, 0, 4]],
    [short, 2, [3, 3, 7, 0, 4]],
    [short, 7, [3, 3, 7, 0, 4]],
    [long + short, 60_000, [65_536, 65_536, 150_000 - 2 * 65_536, 3, 3, 7, 0, 4]],
    [short + long, 1_000_000, [3, 3, 7, 0, 65_536, 65_536, 150_004 - 2 * 65_536]],
  ])("has a position after which the others follow: %#", (text, size, lengths) => {
    const bytes = Buffer.from(text);
    const lines = read(bytes, { ...NOWHERE, lines: 0 }, size);
    expect(lines.map((line) => line.text.length)).toEqual(lengths);
    const texts = lines.map((line) => line.text);
    for (const [index, { end }] of lines.entries())
      expect(read(bytes, end, 5_000).map((line) => line.text)).toEqual(texts.slice(index + 1));
  });
});

test("the newest lines are kept", () => {
  const last = new LastLines(3);
  for (let timeMs = 0; timeMs < 1_000; timeMs++)
    last.push({ timeMs, text: "", end: { ...NOWHERE, lines: 0 } });
  expect(last.take().map(({ timeMs }) => timeMs)).toEqual([997, 998, 999]);
  expect(last.take()).toEqual([]);
});
