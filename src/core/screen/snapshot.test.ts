import { expect, it } from "vitest";
import { createScreen } from "./emulator.ts";
import type { Screen, Snapshot } from "./screen.ts";

function screenOf(text: string, { cols = 10, rows = 3, historyLimit = 100 } = {}): Screen {
  const screen = createScreen({ cols, rows, historyLimit });
  screen.write(new TextEncoder().encode(text.replaceAll("\n", "\r\n")));
  return screen;
}

const textOf = (snapshot: Snapshot) =>
  Array.from({ length: snapshot.historySize + snapshot.rows }, (_, line) => snapshot.cells(line).join(""));

it("holds history and screen as they were, while the screen goes on", () => {
  const screen = screenOf("1\n2\n3\n4\n5");
  const snapshot = screen.snapshot();
  screen.write(new TextEncoder().encode("\r\n6\r\n7\x1b[1;1Hx"));
  screen.clearHistory();
  expect(textOf(snapshot)).toEqual(["1", "2", "3", "4", "5"]);
  expect(snapshot).toMatchObject({ historySize: 2, rows: 3, cols: 10, cursor: { x: 1, line: 4 } });
});

it("does not change the screen when it is laid out again", () => {
  const screen = screenOf("abcdefghijklm\n2\n3\n4\n5");
  const before = screen.capture({ start: -100, end: 100 });
  const snapshot = screen.snapshot();
  snapshot.resize(5, 2, snapshot.cursor);
  expect(textOf(snapshot)).toEqual(["abcde", "fghij", "klm", "2", "3", "4", "5"]);
  expect(screen.capture({ start: -100, end: 100 })).toBe(before);
  screen.resize(5, 3);
  expect(screen.lineText(-4)).toBe("abcde");
});

it("keeps its history when the screen takes lines back and prints others, and the screen keeps its own", () => {
  const lines = ["1", "2", "3", "4", "5"];
  const screen = screenOf(lines.join("\n"));
  const [first, second] = [screen.snapshot(), screen.snapshot()];
  first.resize(10, 5, first.cursor);
  first.resize(10, 1, first.cursor);
  screen.resize(10, 5);
  screen.write(new TextEncoder().encode("\r\nsix\r\nseven\r\neight"));
  expect(textOf(second)).toEqual(lines);
  expect(textOf(screen.snapshot())).toEqual([...lines, "six", "seven", "eight"]);
});

it("has nothing beyond its last line, and keeps a place there", () => {
  for (const line of [2, 3, 11]) {
    const snapshot = screenOf("1\n2\n3\n4").snapshot({ trim: true });
    const beyond = snapshot.historySize + snapshot.rows + line - 2;
    expect(snapshot.cells(beyond)).toEqual([]);
    expect(snapshot.resize(5, 3, { x: 1, line: beyond })).toEqual({ x: 1, line: beyond });
  }
});

it("follows a place through a new width", () => {
  const snapshot = screenOf("abcdefghijklm\n2\n3\n4").snapshot();
  expect(snapshot.resize(5, 3, { x: 2, line: 1 })).toEqual({ x: 2, line: 2 });
  expect(snapshot.resize(10, 3, { x: 2, line: 2 })).toEqual({ x: 2, line: 1 });
});

it("shares no style with the screen", () => {
  const screen = screenOf("\x1b[31mred\x1b[m\n\n\n\x1b[1mbold");
  const snapshot = screen.snapshot();
  screen.write(new TextEncoder().encode("\x1b[2J\x1b[3J\x1b[H\x1b[42mgreen"));
  expect(snapshot.runs(0)).toMatchObject([{ text: "red", style: { foreground: { index: 1 } } }]);
  expect(snapshot.runs(3)).toMatchObject([{ text: "bold", style: { bold: true } }]);
});

it("reports wide characters, lengths and wraps", () => {
  const snapshot = screenOf("漢字x  \nabcdefghijk").snapshot();
  expect(snapshot.cells(0)).toEqual(["漢", "", "字", "", "x", " ", " "]);
  expect([snapshot.length(0), snapshot.wrapped(0), snapshot.wrapped(1), snapshot.wrapped(2)]).toEqual([
    5,
    false,
    true,
    false,
  ]);
  expect([snapshot.size(0), snapshot.size(99), snapshot.cells(-1)]).toEqual([10, 0, []]);
});

it("leaves empty lines at the bottom out", () => {
  const snapshot = screenOf("1\n2\n3\n4\n\x1b[1;1H", { rows: 4 }).snapshot({ trim: true });
  expect(snapshot).toMatchObject({ historySize: 1, rows: 3, cursor: { x: 0, line: 1 } });
});

it("costs little, however long the history is", () => {
  const screen = screenOf("", { cols: 80, rows: 24, historyLimit: 10_000 });
  screen.write(new TextEncoder().encode(`${"\x1b[32mword \x1b[m".repeat(12)}\r\n`.repeat(10_100)));
  screen.snapshot();
  const started = performance.now();
  for (let i = 0; i < 100; i++) screen.snapshot();
  expect((performance.now() - started) / 100).toBeLessThan(20);
});

it("reports as many cells as tmux creates for a line", () => {
  const sizeOf = (text: string, cols: number) => screenOf(text, { cols }).snapshot().size(0);
  expect(["a", "ab", "abc", "abcd"].map((text) => sizeOf(text, 7))).toEqual([3, 3, 3, 7]);
  expect(["a", "a字", "a字한", "a字한한한"].map((text) => sizeOf(text, 21))).toEqual([5, 5, 5, 10]);
});
