import fc from "fast-check";
import { expect, test } from "vitest";
import { property } from "../../test/fixtures/property.ts";
import { InvalidSessionName } from "./errors.ts";
import { decodeSessionName, encodeSessionName, validateSessionName } from "./session-names.ts";

const LETTERS = "abzABZ019_.-";
const name = fc.string({ unit: fc.constantFrom(...LETTERS), minLength: 1, maxLength: 12 });

property("every name comes back, and no two become one", {}, (check) =>
  check(
    fc.property(name, name, (a, b) => {
      expect(decodeSessionName(encodeSessionName(a))).toBe(a);
      expect(encodeSessionName(a)).toMatch(/^[^.:]+$/);
      expect(encodeSessionName(a) === encodeSessionName(b)).toBe(a === b);
    }),
  ),
);

test("a name that is none of ours is left as it is", () => {
  for (const foreign of ["my session", "ü", "a b+c"]) expect(decodeSessionName(foreign)).toBe(foreign);
});

test("what may be a name", () => {
  for (const right of ["a", "Agent_1", "v1.2-rc", ".", "-", "x".repeat(200)])
    expect(() => validateSessionName(right)).not.toThrow();
  for (const wrong of ["", " ", "a:b", "a\n", "a+b", "é", "x".repeat(201), 7 as never, undefined as never])
    expect(() => validateSessionName(wrong)).toThrow(InvalidSessionName);
});
