import { expect, test } from "vitest";
import { createScreen } from "./emulator.ts";
import type { Screen } from "./screen.ts";
import { vtSnapshot } from "./vt-snapshot.ts";

const SIZE = { cols: 20, rows: 5, historyLimit: 100 };
const bytes = (text: string) => new TextEncoder().encode(text);

function printed(text: string): Screen {
  const screen = createScreen(SIZE);
  screen.write(bytes(text));
  return screen;
}

function look(screen: Screen) {
  const { cursor, modes, scrollRegion, historySize, title, pen } = screen;
  const lines = Array.from({ length: historySize + screen.rows }, (_, index) => {
    const line = index - historySize;
    return { runs: screen.runs(line), wrapped: screen.wrapped(line) };
  });
  return { cursor, modes, scrollRegion, historySize, title, pen, lines };
}

const cases: Readonly<Record<string, string>> = {
  nothing: "",
  "a prompt": "$ ls\r\na b c\r\n$ ",
  "lines that scrolled out": Array.from({ length: 12 }, (_, i) => `line ${i}`).join("\r\n"),
  "a wrapped line": "0123456789".repeat(5),
  "a line that is just full": "\x1b[32m01234567890123456789",
  "wrapped lines in history": `${"abcdefghij".repeat(7)}\r\n${"x\r\n".repeat(8)}`,
  styles: "\x1b[1;31mred\x1b[0m \x1b[48;5;200mpink\x1b[0m \x1b[38;2;1;2;3;4:3mcurly\x1b[m\r\n\x1b[7mreverse",
  "a coloured rest of a line": "\x1b[44mblue\x1b[K\x1b[m\r\nplain",
  "wide and combining characters": "日本語 e\u0301 🚀\r\nend",
  "line drawing": "\x1b(0lqqk\x1b(B text",
  "pens of each kind of colour":
    "\x1b[4;58;5;3;37;44ma\x1b[58;5;7;97;104mb\x1b[58;5;200;38;5;8;48;5;7mc\x1b[58:2:7:8:9m",
  "a pen with a basic underline colour": "\x1b[4;58;5;3m",
  "a pen that is set": "\x1b[1;3;32;45mstill ",
  "modes and cursor":
    "\x1b[?1h\x1b=\x1b[?2004h\x1b[?1002h\x1b[?1006h\x1b[?1004h\x1b[4h\x1b[?25l\x1b[4 q\x1b[3;7H",
  "a scroll region": "one\r\ntwo\x1b[2;4r\x1b[3;2H",
  "origin mode": "one\x1b[2;4r\x1b[?6h\x1b[2;2Hx",
  "no wrapping": "\x1b[?7l0123456789012345678901234",
  links:
    "see \x1b]8;;https://example.com/a?b=1\x1b\\\x1b[4mthis link\x1b[m\x1b]8;;\x1b\\ and \x1b]8;id=1;mailto:a@b.c\x1b\\mail\x1b]8;;\x1b\\",
  "a link that is open": "\x1b]8;;https://example.com/open\x1b\\still ",
  "a title": "\x1b]2;the title\x07text",
};

test.each(Object.entries(cases))("%s comes back as it was", (_name, text) => {
  const screen = printed(text);
  expect(look(printed(vtSnapshot(screen, 100)))).toEqual(look(screen));
});

test("the alternate screen stands over the normal one", () => {
  const screen = printed("below one\r\nbelow two\r\n\x1b[?1049h\x1b[2J\x1b[Hfull screen\x1b[3;3Hhere");
  const copy = printed(vtSnapshot(screen, 100));
  expect(look(copy).lines).toEqual(look(screen).lines);
  expect(copy.cursor).toEqual(screen.cursor);
  for (const side of [screen, copy]) side.write(bytes("\x1b[?1049l"));
  expect([0, 1].map((line) => copy.lineText(line))).toEqual(["below one", "below two"]);
});

test.each(Object.entries(cases))("%s comes back from under the alternate screen", (_name, text) => {
  const screen = printed(`${text}\x1b[?1049h\x1b[m\x1b[2J\x1b[Hfull screen`);
  const copy = printed(vtSnapshot(screen, 100));
  expect(look(copy).lines).toEqual(look(screen).lines);
  for (const side of [screen, copy]) side.write(bytes("\x1b[?1049l"));
  expect(look(copy).lines).toEqual(look(screen).lines);
  expect(copy.cursor).toEqual(screen.cursor);
});

test.each(Object.entries(cases))("%s goes on as if nothing had been between", (_name, text) => {
  const screen = printed(text);
  const copy = printed(vtSnapshot(screen, 100));
  const more = bytes("more\r\nand \x1b[1mmore\r\nof it\r\n");
  for (const side of [screen, copy]) side.write(more);
  expect(look(copy)).toEqual(look(screen));
});

test("includes only the requested number of history lines", () => {
  const copy = printed(vtSnapshot(printed(cases["lines that scrolled out"]!), 3));
  expect(copy.historySize).toBe(3);
  expect(copy.lineText(-3)).toBe("line 4");
});

test("a terminal that was in use shows nothing of before", () => {
  const used = printed("\x1b[?1049h\x1b[31mold\r\nold\r\nold");
  used.write(bytes(vtSnapshot(printed("new"), 0)));
  expect(look(used).lines).toEqual(look(printed("new")).lines);
});
