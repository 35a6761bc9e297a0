import { describe, expect, it } from "vitest";
import type { Pane } from "../tree/tree.ts";
import { createBranch, createLeaf, leavesOf, placeCells } from "./cell.ts";
import { formatLayout, parseLayout } from "./layout-string.ts";

const pane = (number: number) => ({ id: `%${number}` }) as Pane;

describe("formatLayout", () => {
  it("writes checksum, sizes, offsets and panes as tmux does", () => {
    const right = createBranch("top-bottom", { cols: 39, rows: 24 }, [
      createLeaf({ cols: 39, rows: 12 }, pane(2)),
      createLeaf({ cols: 39, rows: 11 }, pane(3)),
    ]);
    const root = createBranch("left-right", { cols: 80, rows: 24 }, [
      createLeaf({ cols: 40, rows: 24 }, pane(1)),
      right,
    ]);
    placeCells(root);
    expect(formatLayout(root)).toBe("1780,80x24,0,0{40x24,0,0,1,39x24,41,0[39x12,41,0,2,39x11,41,13,3]}");
  });
});

/** What tmux itself would print, without the checksum. */
const body = (text: string) => text.slice(5);

describe("parseLayout", () => {
  const three = "1780,80x24,0,0{40x24,0,0,1,39x24,41,0[39x12,41,0,2,39x11,41,13,3]}";

  it("reads back what was written", () => {
    const root = parseLayout(three, 3);
    leavesOf(root).forEach((leaf, index) => {
      leaf.pane = pane(index + 1);
    });
    expect(formatLayout(root)).toBe(three);
  });

  it("drops cells at the lower right where there are fewer panes", () => {
    expect(leavesOf(parseLayout(three, 2)).map(({ cols, rows }) => `${cols}x${rows}`)).toEqual([
      "40x24",
      "39x24",
    ]);
    expect(leavesOf(parseLayout(three, 1)).map(({ cols, rows }) => `${cols}x${rows}`)).toEqual(["80x24"]);
  });

  it.each([
    ["more panes than cells", three, 4, `have 4 panes but need 3: ${three}`],
    ["a wrong checksum", `0000,${body(three)}`, 3, `invalid layout: 0000,${body(three)}`],
    ["no checksum", "zzz", 1, "invalid layout: zzz"],
    ["nothing", "", 1, "invalid layout: "],
    [
      "sizes that do not add up",
      checked("80x24,0,0{40x24,0,0,1,39x23,41,0,2}"),
      2,
      /^size mismatch after applying layout: /,
    ],
    [
      "cells that are smaller than what stands in them, and more of them than panes",
      "c483,56x40,0,0{3x40,0,0,2,52x40,4,0[52x6,4,0[52x3,4,0,1,52x2,4,4,5],52x33,4,7[2x2,4,38,5]]}",
      1,
      /^size mismatch after applying layout: /,
    ],
    ["an open bracket", checked("80x24,0,0{40x24,0,0,1,39x24,41,0,2"), 2, /^invalid layout: /],
    ["a wrong bracket", checked("80x24,0,0{40x24,0,0,1,39x24,41,0,2]"), 2, /^invalid layout: /],
    ["something behind it", checked("80x24,0,0,1}"), 1, /^invalid layout: /],
    ["no size", checked("0x24,0,0,1"), 1, /^invalid layout: /],
    ["a huge size", checked("80000x24,0,0,1"), 1, /^invalid layout: /],
    ["endless depth", checked("1x1,0,0{".repeat(5000)), 1, /^invalid layout: /],
  ])("refuses %s", (_name, text, count, message) => {
    expect(() => parseLayout(text, count)).toThrow(message);
  });

  it("takes a branch of one child for the child", () => {
    expect(parseLayout(checked("80x24,0,0{80x24,0,0[80x12,0,0,1,80x11,0,13,2]}"), 2).kind).toBe("top-bottom");
  });
});

function checked(text: string): string {
  let sum = 0;
  for (const character of text) {
    sum = (sum >> 1) + ((sum & 1) << 15);
    sum = (sum + character.charCodeAt(0)) & 0xffff;
  }
  return `${sum.toString(16).padStart(4, "0")},${text}`;
}
