import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { property } from "../../../test/fixtures/property.ts";
import { decodeBase64, encodeBase64 } from "./base64.ts";
import { compareBytes } from "./compare-bytes.ts";
import { decodeUtf8, encodeUtf8 } from "./utf8.ts";
import { escapeArgument, visible } from "./visible.ts";

const text = fc.string({ unit: "binary" });

describe("UTF-8", () => {
  property("is the host's, both ways", {}, (check) =>
    check(
      fc.property(text, (value) => {
        expect(encodeUtf8(value)).toEqual(new TextEncoder().encode(value));
        expect(decodeUtf8(encodeUtf8(value))).toBe(value);
      }),
    ),
  );

  it("decodes anything, with a mark for each byte that is none", () => {
    expect(decodeUtf8(Uint8Array.of(0x61, 0xff, 0xc3, 0x28, 0xc0, 0x80))).toBe("a\ufffd\ufffd(\ufffd\ufffd");
    expect(decodeUtf8(Uint8Array.of(0xed, 0xa0, 0x80))).toBe("\ufffd\ufffd\ufffd");
    expect(encodeUtf8("\ud800x")).toEqual(Uint8Array.of(0xef, 0xbf, 0xbd, 0x78));
  });

  it("decodes long texts in pieces", () => {
    const long = "日本語é😀a".repeat(3000);
    expect(decodeUtf8(encodeUtf8(long))).toBe(long);
  });
});

describe("base64", () => {
  property("is the host's, both ways", {}, (check) =>
    check(
      fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
        const encoded = encodeBase64(bytes);
        expect(encoded).toBe(Buffer.from(bytes).toString("base64"));
        expect(decodeBase64(encoded)).toEqual(new Uint8Array(bytes));
        expect(decodeBase64(encoded.replace(/=+$/, ""))).toEqual(new Uint8Array(bytes));
      }),
    ),
  );

  it("refuses what is none", () => {
    for (const bad of ["a", "abc$", "abcde", "é"]) expect(decodeBase64(bad)).toBeUndefined();
  });
});

describe("order of names", () => {
  property("is the order of their bytes", {}, (check) =>
    check(
      fc.property(text, text, (a, b) => {
        expect(Math.sign(compareBytes(a, b))).toBe(Math.sign(Buffer.compare(Buffer.from(a), Buffer.from(b))));
      }),
    ),
  );
});

describe("printing", () => {
  it("makes bytes visible", () => {
    expect(visible(Uint8Array.of(0, 0x31, 0, 0x7f, 0xff, 0x0a, 0x5c))).toBe("\\0001\\0\\177\\377\\n\\\\");
    expect(visible("é $x $1 \u0085")).toBe("é \\$x $1 \\302\\205");
  });

  it("quotes an argument only where it must", () => {
    const cases = [
      ["", "''"],
      ["plain", "plain"],
      ["a b", '"a b"'],
      ['say "x"', '"say \\"x\\""'],
      ['a"b', "'a\"b'"],
      ["~", "\\~"],
      ["~/x", "\\~/x"],
      ["~ x", '"\\~ x"'],
      [";", "\\;"],
      [" ", '" "'],
      ["$HOME", '"\\$HOME"'],
    ];
    for (const [given, printed] of cases) expect(escapeArgument(given!)).toBe(printed);
  });
});
