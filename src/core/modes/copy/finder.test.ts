import { describe, expect, it } from "vitest";
import { createScreen } from "../../screen/emulator.ts";
import { createFinder } from "./finder.ts";

function linesOf(text: string) {
  const screen = createScreen({ cols: 10, rows: 4, historyLimit: 10 });
  screen.write(new TextEncoder().encode(text.replaceAll("\n", "\r\n")));
  return screen.snapshot();
}

const regex = (text: string) => ({ text, regex: true });
const plain = (text: string) => ({ text, regex: false });

describe("a text", () => {
  it.each([
    ["b", 0, { x: 1, width: 1 }],
    ["b", 2, { x: 3, width: 1 }],
    ["B", 0, undefined],
    ["漢", 0, { x: 5, width: 2 }],
    ["d", 0, { x: 7, width: 1 }],
    ["d  ", 0, { x: 7, width: 3 }],
    ["", 0, undefined],
  ])("%o is found from %i on", (text, from, found) => {
    expect(createFinder(linesOf("abcb 漢D"), plain(text))?.first(0, from)).toEqual(found);
  });

  it("is found over the edge where the line wrapped, and not where it ends", () => {
    const lines = linesOf("0123456789abc\nxy\nz");
    expect(createFinder(lines, plain("9ab"))!.first(0, 0)).toEqual({ x: 9, width: 3 });
    expect(createFinder(lines, plain("cxy"))!.first(1, 0)).toBeUndefined();
  });
});

describe("a regular expression", () => {
  it.each([
    ["b+", { x: 1, width: 2 }],
    ["[[:digit:]]+", { x: 6, width: 2 }],
    ["x?c", { x: 3, width: 1 }],
    ["(q|c )", { x: 3, width: 2 }],
    ["z{0,1}1", { x: 6, width: 1 }],
    ["[]x]|1", { x: 6, width: 1 }],
    ["c d", { x: 3, width: 3 }],
    ["^b", undefined],
    ["nosuch*", undefined],
  ])("%o is found", (text, found) => {
    expect(createFinder(linesOf("abbc d12"), regex(text))!.first(0, 0)).toEqual(found);
  });

  it("that is none finds nothing", () => {
    expect(createFinder(linesOf("a"), regex("("))).toBeUndefined();
  });

  it("is found last before a column", () => {
    const finder = createFinder(linesOf("a1 a22 a3"), regex("a[0-9]+"))!;
    expect(finder.last(0, 10)).toEqual({ x: 7, width: 2 });
    expect(finder.last(0, 7)).toEqual({ x: 3, width: 3 });
    expect(finder.last(0, 0)).toBeUndefined();
  });
});
