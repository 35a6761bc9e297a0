import { expect, test } from "vitest";
import { bordersOf, leavesOf, neighbourOf, readLayout } from "./layout.ts";

const text = "1780,80x24,0,0{40x24,0,0,1,39x24,41,0[39x12,41,0,2,39x11,41,13,3]}";

test("reads tmux's text", () => {
  const root = readLayout(text)!;
  expect(root).toMatchObject({ cols: 80, rows: 24, across: true, pane: undefined });
  expect(leavesOf(root).map(({ pane, cols, rows, left, top }) => [pane, cols, rows, left, top])).toEqual([
    ["%1", 40, 24, 0, 0],
    ["%2", 39, 12, 41, 0],
    ["%3", 39, 11, 41, 13],
  ]);
  expect(leavesOf(readLayout("b25d,80x24,0,0,0")!).map(({ pane }) => pane)).toEqual(["%0"]);
});

test.each(["", "x", "1780,", "1780,80x24", "1780,80x24,0,0{40x24,0,0,1", "1780,80x24,0,0,1}"])(
  "%j is no layout",
  (wrong) => {
    expect(readLayout(wrong)).toBeUndefined();
  },
);

test("a border lies between neighbours and names a pane of each", () => {
  expect(bordersOf(readLayout(text)!)).toEqual([
    { upright: true, left: 40, top: 0, length: 24, before: "%1", after: "%2", size: 40, room: 79 },
    { upright: false, left: 41, top: 12, length: 39, before: "%2", after: "%3", size: 12, room: 23 },
  ]);
});

test("a neighbour that is split, and split again, has a border as well", () => {
  const deep =
    "0000,80x24,0,0{40x24,0,0[40x12,0,0{20x12,0,0,1,19x12,21,0,2},40x11,0,13{20x11,0,13,3,19x11,21,13,4}],39x24,41,0[39x12,41,0,5,39x11,41,13,6]}";
  expect(bordersOf(readLayout(deep)!).map(({ before, after }) => [before, after])).toEqual([
    ["%1", "%5"],
    ["%1", "%3"],
    ["%1", "%2"],
    ["%3", "%4"],
    ["%5", "%6"],
  ]);
});

test("finds the pane beside another one", () => {
  const root = readLayout(text)!;
  expect(neighbourOf(root, "%1", "right")).toBe("%2");
  expect(neighbourOf(root, "%3", "left")).toBe("%1");
  expect(neighbourOf(root, "%3", "up")).toBe("%2");
  expect(neighbourOf(root, "%1", "left")).toBeUndefined();
  expect(neighbourOf(root, "%9", "left")).toBeUndefined();
});
