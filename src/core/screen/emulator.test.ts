import { describe, expect, it } from "vitest";
import { createScreen, decodeScreen } from "./emulator.ts";
import type { Screen, ScreenListener } from "./screen.ts";

function open(cols = 20, rows = 5, listener: ScreenListener = {}, historyLimit = 100): Screen {
  return createScreen({ cols, rows, historyLimit, listener });
}

function shown(screen: Screen): string[] {
  return Array.from({ length: screen.rows }, (_, y) => screen.lineText(y));
}

const write = (screen: Screen, text: string): void => screen.write(new TextEncoder().encode(text));

describe("a screen", () => {
  it("shows text, wraps it and scrolls it into history", () => {
    const screen = open(4, 2);
    write(screen, "abcdef\r\nghi\r\njk");
    expect(shown(screen)).toEqual(["ghi", "jk"]);
    expect(screen.historySize).toBe(2);
    expect([screen.lineText(-2), screen.lineText(-1)]).toEqual(["abcd", "ef"]);
    expect([screen.wrapped(-2), screen.wrapped(-1)]).toEqual([true, false]);
    expect(screen.capture({ start: -2, end: 1, join: true })).toBe("abcdef\nghi\njk\n");
  });

  it("reflows wrapped lines and keeps the cursor on its character", () => {
    const screen = open(4, 3);
    write(screen, "abcdefgh12");
    screen.resize(10, 3);
    expect(shown(screen)).toEqual(["abcdefgh12", "", ""]);
    expect(screen.cursor).toMatchObject({ x: 10, y: 0 });
    screen.resize(5, 3);
    expect(screen.lineText(-1)).toBe("abcde");
    expect(shown(screen)).toEqual(["fgh12", "", ""]);
  });

  it("is the same after encode and decode, in the middle of a sequence", () => {
    const screen = open();
    write(screen, "héllo \x1b[31mred\x1b[38;2;1;2");
    const copy = decodeScreen(screen.encode());
    for (const each of [screen, copy]) write(each, ";3mX\x1b]2;ti");
    expect(copy.encode()).toEqual(screen.encode());
    expect(copy.capture({ start: 0, end: 0, escapes: true })).toBe("héllo \x1b[31mred\x1b[38;2;1;2;3mX\n");
  });

  it("gives up bytes that nobody encoded", () => {
    const bytes = open().encode();
    for (let i = 0; i < bytes.length; i++) {
      const damaged = bytes.slice();
      damaged[i]! ^= 0x55;
      expect(() => decodeScreen(damaged)).toThrow();
      expect(() => decodeScreen(bytes.slice(0, i))).toThrow();
    }
  });
});
