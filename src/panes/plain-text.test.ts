import fc from "fast-check";
import { expect, test } from "vitest";
import { property } from "../../test/fixtures/property.ts";
import { PlainText } from "./plain-text.ts";

const plain = (text: string) => new PlainText().push(Buffer.from(text));

test.each([
  ["colours", "\x1b[1;31mred\x1b[0m", "red"],
  ["a title", "a\x1b]0;title\x07b\x1b]2;other\x1b\\c", "abc"],
  ["a device string", "a\x1bPq#0;2\x1b\\b", "ab"],
  ["a character set", "a\x1b(Bb\x1b#8c", "abc"],
  ["a short sequence", "a\x1b7b\x1b=c\x1bMd", "abcd"],
  ["lines", "a\r\nb\nc\rd ", "a\nb\nc\nd "],
  ["control characters", "a\x07\x08\0b\tc", "ab\tc"],
  ["other scripts", "äß漢字🚀", "äß漢字🚀"],
])("%s", (_what, given, expected) => {
  expect(plain(given)).toBe(expected);
});

property("any cut gives the same text", {}, (check) => {
  const piece = fc.constantFrom(
    "a",
    "ß",
    "🚀",
    "\r",
    "\n",
    "\x1b",
    "[",
    "3",
    "1",
    "m",
    "]",
    "\x07",
    "\\",
    "(",
    "B",
    "P",
    "\x9b",
  );
  return check(
    fc.property(
      fc.array(piece, { maxLength: 60 }),
      fc.array(fc.nat(200), { maxLength: 6 }),
      (pieces, cuts) => {
        const bytes = Buffer.from(pieces.join(""));
        const whole = new PlainText();
        const expected = whole.push(bytes) + whole.push(Buffer.from(" ."));
        const parts = new PlainText();
        const places = [
          0,
          ...cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b),
          bytes.length,
        ];
        const text = places
          .map((from, index) => parts.push(bytes.subarray(from, places[index + 1] ?? from)))
          .join("");
        expect(text + parts.push(Buffer.from(" ."))).toBe(expected);
      },
    ),
  );
});

test("a sequence that never ends is not kept", () => {
  const text = new PlainText();
  text.push(Buffer.from(`\x1b]0;${"x".repeat(10_000)}`));
  expect(text.push(Buffer.from("after"))).toBe("after");
});
