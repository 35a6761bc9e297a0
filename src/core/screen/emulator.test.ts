import { describe, expect, it } from "vitest";
import { createScreen, decodeScreen } from "./emulator.ts";
import type { Screen, ScreenOptions } from "./screen.ts";

function open(text = "", options: Partial<ScreenOptions> = {}): Screen {
  const screen = createScreen({ cols: 20, rows: 5, historyLimit: 100, ...options });
  write(screen, text);
  return screen;
}

const write = (screen: Screen, text: string): void => screen.write(new TextEncoder().encode(text));
const shown = (screen: Screen): string[] => Array.from({ length: screen.rows }, (_, y) => screen.lineText(y));
const everything = { start: Number.NEGATIVE_INFINITY, end: Number.POSITIVE_INFINITY };

describe("a screen", () => {
  it("shows text, wraps it and scrolls it into history", () => {
    const screen = open("abcdef\r\nghi\r\njk", { cols: 4, rows: 2 });
    expect(shown(screen)).toEqual(["ghi", "jk"]);
    expect(screen.historySize).toBe(2);
    expect([screen.lineText(-2), screen.lineText(-1)]).toEqual(["abcd", "ef"]);
    expect([screen.wrapped(-2), screen.wrapped(-1)]).toEqual([true, false]);
    expect(screen.capture({ start: -2, end: 1, join: true })).toBe("abcdef\nghi\njk\n");
  });

  it("knows whether its output ended inside a sequence or a character", () => {
    for (const whole of ["", "text", "\x1b[1mtext", "\x1b]2;t\x07", "漢"])
      expect(open(whole).midSequence).toBe(false);
    for (const part of ["\x1b", "\x1b[1", "\x1b]2;t"]) expect(open(part).midSequence).toBe(true);
    const screen = open("text");
    screen.write(Uint8Array.of(0xe6, 0xbc));
    expect(screen.midSequence).toBe(true);
  });

  it("keeps no history of the alternate screen, also after a change of the limit", () => {
    const screen = open("\x1b[?1049h");
    screen.historyLimit = 50;
    write(screen, "x\r\n".repeat(10));
    expect(screen.historySize).toBe(0);
    write(screen, `\x1b[?1049l${"y\r\n".repeat(10)}`);
    expect(screen.historySize).toBeGreaterThan(0);
  });

  it("ends the last run of a line with its last character", () => {
    expect(
      open("a\ufdfa")
        .runs(0)
        .map(({ text }) => text),
    ).toEqual(["a\ufdfa"]);
    expect(
      open("\ufdfa")
        .runs(0)
        .map(({ text }) => text),
    ).toEqual(["\ufdfa"]);
  });

  it("reflows wrapped lines and keeps the cursor on its character", () => {
    const screen = open("abcdefgh12", { cols: 4, rows: 3 });
    screen.resize(10, 3);
    expect(shown(screen)).toEqual(["abcdefgh12", "", ""]);
    expect(screen.cursor).toMatchObject({ x: 10, y: 0 });
    screen.resize(5, 3);
    expect(screen.lineText(-1)).toBe("abcde");
    expect(shown(screen)).toEqual(["fgh12", "", ""]);
  });

  it("joins across a joiner only what follows it at once", () => {
    expect(shown(open("x\u200d\r\n漢字"))[1]).toBe("漢字");
    expect(shown(open("x\u200d\x1b[Hab"))[0]).toBe("ab");
    expect(shown(open("👩\u200d👧!"))[0]).toBe("👩\u200d👧!");
  });

  it("takes sizes of nothing for one", () => {
    const screen = open("abc", { cols: 0, rows: -3 });
    expect([screen.cols, screen.rows]).toEqual([1, 1]);
    screen.resize(0, 0);
    expect([screen.cols, screen.rows]).toEqual([1, 1]);
  });

  it("gives lines as runs of one style", () => {
    const screen = open("ab\x1b[1;31mc漢\x1b[0m \x1b[44m\x1b[K");
    expect(screen.runs(0)).toMatchObject([
      { column: 0, text: "ab", columns: 2, style: { bold: false, foreground: { kind: "default" } } },
      {
        column: 2,
        text: "c漢",
        columns: 3,
        style: { bold: true, foreground: { kind: "palette", index: 1 } },
      },
      { column: 5, text: " ", columns: 1 },
      { column: 6, columns: 14, style: { background: { kind: "palette", index: 4 } } },
    ]);
    expect(screen.runs(1)).toEqual([]);
    expect(screen.runs(99)).toEqual([]);
    expect(screen.runs(-99)).toEqual([]);
  });

  it.each([
    ["1", { bold: true }],
    ["2", { dim: true }],
    ["3", { italic: true }],
    ["4", { underline: "single" }],
    ["4:2", { underline: "double" }],
    ["4:3", { underline: "curly" }],
    ["4:4", { underline: "dotted" }],
    ["4:5", { underline: "dashed" }],
    ["5", { blink: true }],
    ["7", { reverse: true }],
    ["8", { hidden: true }],
    ["9", { strikethrough: true }],
    ["53", { overline: true }],
  ])("SGR %s changes that part of the style alone", (attribute, changed) => {
    const plain = open("x").pen;
    const screen = open(`\x1b[${attribute}mx`);
    expect(screen.pen).toEqual({ ...plain, ...changed });
    expect(screen.runs(0)).toMatchObject([{ style: { ...plain, ...changed } }]);
    expect(open(`\x1b[${attribute}m\x1b[0mx`).pen).toEqual(plain);
  });

  it("keeps hyperlinks in its runs", () => {
    const screen = open("a\x1b]8;id=1;http://example.com/\x1b\\b\x1b[1mc\x1b]8;;\x1b\\d");
    expect(screen.runs(0).map(({ text, style }) => [text, style.link])).toEqual([
      ["a", ""],
      ["b", "http://example.com/"],
      ["c", "http://example.com/"],
      ["d", ""],
    ]);
  });

  it("says which lines changed", () => {
    const screen = open("one\r\ntwo\r\nthree");
    const before = [0, 1, 2, 3].map((line) => screen.lineRevision(line));
    write(screen, "\x1b[2;1HTWO");
    const after = [0, 1, 2, 3].map((line) => screen.lineRevision(line));
    expect(after.map((revision, line) => revision !== before[line])).toEqual([false, true, false, false]);
    const { revision } = screen;
    write(screen, "\x1b[H");
    expect(screen.revision).toBeGreaterThan(revision);
  });

  it("forgets its history, and more than its limit allows", () => {
    const screen = open(Array.from({ length: 50 }, (_, i) => `${i}\r\n`).join(""));
    screen.historyLimit = 10;
    expect(screen.historySize).toBe(10);
    expect(screen.lineText(-1)).toBe("45");
    screen.clearHistory();
    expect(screen.historySize).toBe(0);
    screen.historyLimit = 0;
    write(screen, "\r\n\r\n");
    expect(screen.historySize).toBe(0);
  });

  it("allocates nothing for a history it does not have", () => {
    const screen = open("x", { historyLimit: 10_000_000 });
    expect(screen.historyBytes).toBe(0);
  });

  it("is reset as send-keys -R does it, in the middle of a sequence", () => {
    const screen = open("text\x1b[31m\x1b[?25l\x1b[2;3r\x1b]2;half");
    screen.reset();
    write(screen, "x");
    expect(screen.cursor).toMatchObject({ x: 1, y: 0, visible: true });
    expect(screen.scrollRegion).toEqual({ upper: 0, lower: 4 });
    expect(screen.lineText(-1)).toBe("text");
    expect(screen.capture({ start: 0, end: 0, escapes: true })).toBe("x\n");
  });

  it("starts again for another process, history kept", () => {
    const screen = open(`${"line\r\n".repeat(8)}\x1b[31m\x1b[?1049h\x1b[?1000hother`);
    const { historySize } = screen;
    screen.reinitialize();
    expect(shown(screen)).toEqual(["", "", "", "", ""]);
    expect(screen.historySize).toBe(historySize);
    expect(screen.modes).toMatchObject({ alternate: false, mouse: "none" });
    expect(screen.cursor).toMatchObject({ x: 0, y: 0 });
  });

  it("leaves the alternate screen of a pane that is smaller than where its cursor was saved", () => {
    const screen = open("\x1b[5;1H\x1b[?1049h\x1b[?1049l", { rows: 5 });
    screen.resize(20, 2);
    write(screen, "\x1b[?47h");
    screen.resize(10, 2);
    write(screen, "\x1b[?1049lend");
    expect(screen.cursor.y).toBe(1);
    expect(shown(screen)).toContain("end");
  });

  it("has no alternate screen where it is not allowed", () => {
    const screen = open();
    screen.setAllowAlternate(false);
    write(screen, "a\x1b[?1049hb");
    expect(screen.modes.alternate).toBe(false);
    expect(screen.lineText(0)).toBe("ab");
    expect(screen.capture({ ...everything, alternate: true })).toBeUndefined();
  });

  it("reports modes and the cursor's shape", () => {
    const screen = open("\x1b[5 q\x1b[?2004;1004;2026h\x1b[>4;1m");
    expect(screen.cursor).toMatchObject({ shape: "bar", blinking: true });
    expect(screen.modes).toMatchObject({
      bracketedPaste: true,
      focusEvents: true,
      synchronized: true,
      extendedKeys: true,
    });
  });

  it.each([
    ["\x1b[1 q", "block", true],
    ["\x1b[2 q", "block", false],
    ["\x1b[3 q", "underline", true],
    ["\x1b[6 q", "bar", false],
    ["\x1b[5 q\x1b[0 q", "default", true],
    ["\x1b[5 q\x1b[7 q", "bar", true],
    ["\x1b[5 q\x1b[1:2 q", "bar", true],
  ])("shows the cursor after %j as %s, blinking: %s", (text, shape, blinking) => {
    expect(open(text).cursor).toMatchObject({ shape, blinking });
  });

  it.each([
    ["\x1b[>4;1m", true],
    ["\x1b[>4;2m", true],
    ["\x1b[>4;3m", false],
    ["\x1b[>3;1m", false],
    ["\x1b[>4;2m\x1b[>4;3m", true],
    ["\x1b[>4;2m\x1b[>4;0m", false],
    ["\x1b[>4;2m\x1b[>m", false],
  ])("reports modified keys after %j: %s", (text, on) => {
    expect(open(text).modes.extendedKeys).toBe(on);
  });

  it("keeps its pen where there is no string to abandon", () => {
    const screen = open("\x1b[31m");
    screen.abandonString();
    write(screen, "a");
    expect(screen.capture({ start: 0, end: 0, escapes: true })).toBe("\x1b[31ma\n");
  });

  it("takes lines of history back below the cursor, as many as there are and fit", () => {
    const lines = "1\r\n2\r\n3\r\n4\r\n5\r\n6\r\n7";
    const screen = open(`${lines}\x1b[4;2H`);
    screen.dropBelowCursor();
    expect(shown(screen)).toEqual(["2", "3", "4", "5", "6"]);
    expect(screen.cursor).toMatchObject({ x: 1, y: 4 });
    expect(screen.historySize).toBe(1);
    const low = open(`${lines}\x1b[1;1H`);
    low.dropBelowCursor();
    expect(shown(low)).toEqual(["1", "2", "3", "4", "5"]);
    expect(low.cursor).toMatchObject({ x: 0, y: 2 });
  });

  it("keeps lines that leave only while its history has a limit above 0", () => {
    const screen = open("1\r\n2", { rows: 1 });
    screen.historyLimit = 0;
    write(screen, "\r\n3\r\n4");
    expect(screen.historySize).toBe(0);
    screen.historyLimit = 10;
    write(screen, "\r\n5");
    expect(screen.historySize).toBe(1);
    expect(screen.lineText(-1)).toBe("4");
  });

  it.each(["\x1bPq", "\x1b]2;", "\x1b_", "\x1bk", "\x1b^", "\x1bX"])(
    "abandons a string started by %j on request",
    (begin) => {
      const heard: string[] = [];
      const screen = open(`a${begin}lost`, { listener: { title: (text) => heard.push(text) } });
      expect(screen.openString).toBe(1);
      expect(Buffer.from(screen.unfinished).toString()).toBe(`${begin}lost`);
      screen.abandonString();
      expect(screen.openString).toBeUndefined();
      expect(screen.unfinished).toHaveLength(0);
      write(screen, "b");
      expect(screen.lineText(0)).toBe("ab");
      expect(heard).toEqual([]);
    },
  );

  it("restores a title that was given from outside", () => {
    const screen = open();
    screen.title = "given";
    write(screen, "\x1b[22t\x1b[22;2t\x1b]2;vim\x07");
    expect(screen.title).toBe("vim");
    write(screen, "\x1b[23;2t");
    expect(screen.title).toBe("given");
  });
});

describe("counts without bound", () => {
  it.each(Array.from("@ABCDEFGILMPSTXZbd"))("CSI 2000000000 %s costs next to nothing", (final) => {
    const screen = open("some text\r\nand more", { cols: 80, rows: 24, historyLimit: 10_000 });
    const start = performance.now();
    for (let i = 0; i < 20; i++) write(screen, `x\x1b[2000000000${final}`);
    // Each by itself takes microseconds; a loop of that many rounds would take minutes.
    expect(performance.now() - start).toBeLessThan(2000);
  });
});

describe("encoded", () => {
  it("a screen goes on in the middle of a sequence", () => {
    const screen = open("héllo \x1b[31mred\x1b[38;2;1;2");
    const copy = decodeScreen(screen.encode());
    for (const each of [screen, copy]) write(each, ";3mX\x1b]2;ti");
    expect(copy.encode()).toEqual(screen.encode());
    expect(copy.capture({ start: 0, end: 0, escapes: true })).toBe("héllo \x1b[31mred\x1b[38;2;1;2;3mX\n");
  });

  it("a screen notifies its new listener", () => {
    const heard: string[] = [];
    const copy = decodeScreen(open("\x1b]2;ti").encode(), { title: (text) => heard.push(text) });
    write(copy, "tle\x07");
    expect(heard).toEqual(["title"]);
  });

  it("a screen keeps the longest title", () => {
    const title = "漢".repeat(1e5);
    const screen = open(`\x1b]2;${title}\x07`);
    expect(screen.title.length).toBeGreaterThan(1000);
    expect(decodeScreen(screen.encode()).title).toBe(screen.title);
  });

  it("a screen with its other one keeps both", () => {
    const screen = open("normal\x1b[?1049hother");
    const copy = decodeScreen(screen.encode());
    write(copy, "\x1b[?1049l");
    expect(copy.lineText(0)).toBe("normal");
  });

  it("2,000 full lines take little more than their text", () => {
    const screen = open(`${"x".repeat(80)}\r\n`.repeat(2100), { cols: 80, rows: 24, historyLimit: 2000 });
    const bytes = screen.encode();
    expect(bytes.length).toBeLessThan(180_000);
  });

  it("bytes of which any one is wrong, or missing, are given up", () => {
    const bytes = open("some text").encode();
    for (let i = 0; i < bytes.length; i++) {
      expect(() => decodeScreen(bytes.with(i, bytes[i]! ^ 0x55))).toThrow();
      expect(() => decodeScreen(bytes.slice(0, i))).toThrow();
    }
    expect(() => decodeScreen(bytes.with(4, 99))).toThrow("version 99");
    expect(() => decodeScreen(bytes.with(4, 0))).toThrow("version 0");
  });

  it("bytes of version 1 are read, which differ only in the middle of a sequence", () => {
    const screen = open("\x1b[31msome text\r\n".repeat(9));
    expect(decodeScreen(screen.encode().with(4, 1)).encode()).toEqual(screen.encode());
  });
});
