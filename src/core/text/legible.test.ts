import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { property } from "../../../test/fixtures/property.ts";
import { textWidth } from "../format/width.ts";
import { legible, legibleData, legibleLines } from "./legible.ts";

const anyText = fc.string({
  unit: fc.oneof(
    fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)),
    fc.constantFrom(
      "\x1b",
      "\x9b",
      "\n",
      "\u202e",
      "\u200d",
      "\ufe0f",
      "é",
      "👩",
      "a",
      "\ud800",
      "\u{e0041}",
    ),
  ),
});

/** What no reader may get: stated apart from the implementation, as ranges. */
const FORBIDDEN =
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\ufffb\ufffe\uffff\u{e0000}-\u{e0fff}\ud800-\udfff]|[\u180b-\u180f]/u;

describe("legible text", () => {
  it("shows controls, direction and invisible characters as JSON's escapes", () => {
    const cases = [
      ["plain é 漢字 😀", "plain é 漢字 😀"],
      ["a\x1b[31mb", "a\\u001b[31mb"],
      ["a\u009b31mb", "a\\u009b31mb"],
      ["\x00\x7f", "\\u0000\\u007f"],
      ["two\nlines\r\tx", "two\\nlines\\r\\tx"],
      ["abc\u202etxt.exe", "abc\\u202etxt.exe"],
      ["\u2066x\u2069", "\\u2066x\\u2069"],
      ["a\u200bb\ufeff", "a\\u200bb\\ufeff"],
      ["\ud800x\udc00", "\\ud800x\\udc00"],
      ["\u{e0041}", "\\udb40\\udc41"],
      ["\u2028", "\\u2028"],
    ];
    for (const [given, shown] of cases) expect(legible(given!)).toBe(shown);
  });

  it("keeps joiners and variations where a script or an emoji needs them, and only there", () => {
    for (const kept of ["👩‍💻", "❤️", "❤️‍🔥", "می‌خواهم", "क्‍ष"]) expect(legible(kept)).toBe(kept);
    expect(legible("a\u200db")).toBe("a\\u200db");
    expect(legible("é\ufe0f\ufe0f\ufe0f")).toBe("é\ufe0f\\ufe0f\\ufe0f");
    expect(legible("é\u200d")).toBe("é\\u200d");
  });

  property("holds nothing that acts on a terminal or hides, whatever the text", { runs: 2_000 }, (check) =>
    check(
      fc.property(anyText, (text) => {
        expect(legible(text)).not.toMatch(FORBIDDEN);
        expect(legibleLines(text).replaceAll(/[\n\t]/g, "")).not.toMatch(FORBIDDEN);
        expect(legible(legible(text))).toBe(legible(text));
      }),
    ),
  );

  it("is as wide as it looks: each escape has a column for each of its characters", () => {
    expect(textWidth(legible("\x1b漢"))).toBe(8);
  });

  property("leaves JSON the same JSON", { runs: 1_000 }, (check) =>
    check(
      fc.property(anyText, anyText, (name, value) => {
        const json = JSON.stringify({ [name]: [value] });
        expect(JSON.parse(legible(json))).toEqual(JSON.parse(json));
      }),
    ),
  );

  it("reaches every string of a tree of data", () => {
    expect(legibleData({ a: ["\x1b"], b: { c: "\n", d: null, e: 1 } })).toEqual({
      a: ["\\u001b"],
      b: { c: "\\n", d: null, e: 1 },
    });
  });
});
