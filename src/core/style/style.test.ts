import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatStyle } from "../../../test/fixtures/format-style.ts";
import { property } from "../../../test/fixtures/property.ts";
import { ATTRIBUTES } from "./attributes.ts";
import { formatColour, parseColour, type StyleColour } from "./colour.ts";
import { defaultStyle, parseStyle, type TextStyle } from "./style.ts";

const byte = fc.integer({ min: 0, max: 255 });
const colour: fc.Arbitrary<StyleColour> = fc.oneof(
  fc.constantFrom<StyleColour>({ kind: "default" }, { kind: "terminal" }),
  fc.integer({ min: 0, max: 15 }).map((index) => ({ kind: "basic" as const, index })),
  byte.map((index) => ({ kind: "palette" as const, index })),
  fc.record({ kind: fc.constant("rgb" as const), red: byte, green: byte, blue: byte }),
);
const style: fc.Arbitrary<TextStyle> = fc.record({
  foreground: colour,
  background: colour,
  fill: colour,
  attributes: fc.uniqueArray(fc.constantFrom(...ATTRIBUTES)).map((names) => new Set(names)),
  align: fc.constantFrom("default", "left", "centre", "right", "absolute-centre"),
  list: fc.constantFrom("off", "on", "focus", "left-marker", "right-marker"),
  range: fc.oneof(
    fc.constantFrom({ kind: "none" as const }, { kind: "left" as const }, { kind: "right" as const }),
    fc.nat(999).map((index) => ({ kind: "window" as const, index })),
  ),
  defaultChange: fc.constantFrom("base", "push", "pop"),
  ignore: fc.constant(false),
});

describe("colours", () => {
  property("are read back as they are written", {}, (check) =>
    check(fc.property(colour, (value) => void expect(parseColour(formatColour(value))).toEqual(value))),
  );
});

describe("styles", () => {
  property("are read back as they are written", {}, (check) =>
    check(fc.property(style, (value) => void expect(parseStyle(formatStyle(value))).toEqual(value))),
  );

  it("have one canonical text", () => {
    const cases = [
      ["", "default"],
      ["bold,fg=red", "fg=red,bright"],
      ["BG=Color5 , fg=#FF0000,italics,noitalics", "fg=#ff0000,bg=colour5"],
      [
        "align=right,list=focus,range=window|12,push-default,fill=grey",
        "list=focus,range=window|12,align=right,push-default,fill=#bebebe",
      ],
      ["fg=red,default", "default"],
    ];
    for (const [given, canonical] of cases) expect(formatStyle(parseStyle(given!)!)).toBe(canonical);
  });

  it("add to one style and go back to another", () => {
    const base = parseStyle("fg=blue,dim")!;
    const start = parseStyle("fg=red,bold")!;
    expect(formatStyle(parseStyle("bg=green", start, base)!)).toBe("fg=red,bg=green,bright");
    expect(formatStyle(parseStyle("bg=green,default", start, base)!)).toBe("fg=blue,dim");
    expect(formatStyle(parseStyle("fg=default", start, base)!)).toBe("fg=blue,bright");
    expect(parseStyle("fg=red,nosuch")).toBeUndefined();
    expect(defaultStyle.attributes.size).toBe(0);
  });
});
