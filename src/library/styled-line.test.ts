import { expect, test } from "vitest";
import { styledLine } from "./styled-line.ts";

const run = (text: string, style?: object) => ({
  column: 0,
  columns: text.length,
  text,
  ...(style && { style }),
});
const line = (...runs: ReturnType<typeof run>[]) => styledLine({ line: 0, text: "", runs } as never);

test("plain text is itself, without the blanks at its end", () => {
  expect(line(run("a b  "))).toBe("a b");
  expect(line()).toBe("");
});

test.each([
  [{ bold: true, underline: "single" }, "1;4"],
  [{ fg: "1", bg: "12" }, "31;104"],
  [{ fg: "9", bg: "2" }, "91;42"],
  [{ fg: "200" }, "38;5;200"],
  [{ bg: "#0102ff" }, "48;2;1;2;255"],
  [{ underline: "curly", underline_colour: "3" }, "4:3;58;5;3"],
  [{ dim: true, italic: true, reverse: true, strikethrough: true, overline: true }, "2;3;7;9;53"],
])("%j", (style, codes) => {
  expect(line(run("x"), run("y", style), run("z"))).toBe(`x\x1b[${codes}my\x1b[0mz`);
});

test("a link alone is no style of the text", () => {
  expect(line(run("here", { link: "https://example.org" }))).toBe("here");
});
