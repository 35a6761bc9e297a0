import { describe, expect, test } from "vitest";
import { createScreen } from "../../../core/screen/emulator.ts";
import type { PagePicture } from "../../../protocol/page.ts";
import type { HttpTerminal } from "../terminals/terminals.ts";
import { PictureText } from "./picture-text.ts";

const open = (cols = 20, rows = 4) => {
  const screen = createScreen({ cols, rows, historyLimit: 10 });
  const picture = new PictureText({ id: "id", pane: { screen } } as HttpTerminal);
  const print = (text: string) => screen.write(Buffer.from(text));
  const since = (version: number): PagePicture => JSON.parse(picture.since(version));
  return { screen, picture, print, since };
};

/** The first line of a screen after this output. */
const lineOf = (text: string) => {
  const { print, picture, since } = open();
  print(text);
  picture.refresh();
  return since(0).lines[0];
};

describe("a line", () => {
  test("joins text that differs in nothing that a picture shows", () => {
    expect(lineOf("a\x1b[3mb\x1b[4mc\x1b[m d")).toEqual([[0, "abc d", 5, -1, -1]]);
  });

  test("has colours of the palette, bright if bold, and of 24 bits", () => {
    expect(lineOf("\x1b[31mr\x1b[1mR\x1b[48;5;200;38;2;1;2;3mx")).toEqual([
      [0, "r", 1, 1, -1],
      [1, "R", 1, 9, -1],
      [2, "x", 1, 0x1010203, 200],
    ]);
  });

  test("applies reverse video, also to the page's own colours", () => {
    expect(lineOf("\x1b[7ma\x1b[32mb")).toEqual([
      [0, "a", 1, -2, -2],
      [1, "b", 1, -2, 2],
    ]);
  });

  test("shows line drawing as characters, faint text as grey and hidden text as blanks", () => {
    expect(lineOf("\x1b(0qx\x1b(B\x1b[2mf\x1b[m\x1b[8;41msecret")).toEqual([
      [0, "─│", 2, -1, -1],
      [2, "f", 1, 8, -1],
      [3, "      ", 6, -1, 1],
    ]);
  });

  test("leaves out blanks, and counts the columns of wide characters", () => {
    expect(lineOf("   \x1b[31m世界")).toEqual([[3, "世界", 4, 1, -1]]);
    expect(lineOf("\x1b[3m   \x1b[m ")).toEqual([]);
  });
});

test("a page receives the lines that changed since the version that it has", () => {
  const { print, picture, since } = open();
  print("one\r\ntwo");
  expect(picture.refresh()).toBe(true);
  const first = picture.version;
  expect(since(0)).toEqual({
    id: "id",
    cols: 20,
    rows: 4,
    lines: [[[0, "one", 3, -1, -1]], [[0, "two", 3, -1, -1]], [], []],
    cursor: [3, 1],
  });
  print("!");
  picture.refresh();
  expect(since(first)).toMatchObject({ lines: [null, [[0, "two!", 4, -1, -1]], null, null], cursor: [4, 1] });
  const second = picture.version;
  print("\r\nthree\x1b[?25l");
  picture.refresh();
  expect(since(second).lines).toEqual([null, null, [[0, "three", 5, -1, -1]], null]);
  expect(since(first).lines).toEqual([null, [[0, "two!", 4, -1, -1]], [[0, "three", 5, -1, -1]], null]);
  expect(since(second)).not.toHaveProperty("cursor");
});

test("nothing has changed if nothing visible has", () => {
  const { print, picture } = open();
  print("one");
  expect(picture.refresh()).toBe(true);
  expect(picture.refresh()).toBe(false);
  print("\x1b]2;title\x07");
  expect(picture.refresh()).toBe(false);
  print("\x1b[A");
  expect([picture.refresh(), picture.version]).toEqual([false, 1]);
  print("\x1b[D");
  expect([picture.refresh(), picture.version]).toEqual([true, 2]);
});

const textsOf = ({ lines }: PagePicture) =>
  lines.map((line) => (typeof line === "object" ? line?.[0]?.[1] : line));

test("lines that moved are sent as numbers, and another size sends all lines", () => {
  const { screen, print, picture, since } = open();
  print("1\r\n2\r\n3\r\n4");
  picture.refresh();
  const before = picture.version;
  print("\r\n5");
  picture.refresh();
  expect(textsOf(since(before))).toEqual([1, 2, 3, "5"]);
  const scrolled = picture.version;
  screen.resize(10, 3);
  picture.refresh();
  expect(since(scrolled)).toMatchObject({ cols: 10, rows: 3 });
  expect(textsOf(since(scrolled))).toEqual(["3", "4", "5"]);
});

test("a page that is far behind gets all lines", () => {
  const { print, picture, since } = open();
  const versions = ["a", "b", "c", "d", "e", "f", "g", "h", "i"].map((letter) => {
    print(`\r${letter}`);
    picture.refresh();
    return picture.version;
  });
  expect(since(versions[1]!).lines).toEqual([[[0, "i", 1, -1, -1]], null, null, null]);
  expect(since(versions[0]!).lines).toEqual([[[0, "i", 1, -1, -1]], [], [], []]);
});
