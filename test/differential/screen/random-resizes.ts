import fc from "fast-check";
import type { Case } from "./oracle.ts";

/** Content of every kind that a new size treats in its own way, and sizes one after the other. */
const words = fc.constantFrom(..."alpha beta gamma x 12345 漢字 e\u0301 日本語 ｱ --".split(" "));
const text = (minLength: number, maxLength: number): fc.Arbitrary<string> =>
  fc.array(words, { minLength, maxLength }).map((parts) => parts.join(" "));
const place = fc
  .tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 40 }))
  .map(([y, x]) => `\x1b[${y};${x}H`);
const region = fc
  .tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 3, max: 9 }))
  .map(([upper, lower]) => `\x1b[${upper};${lower}r`);
const numbered = fc
  .tuple(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 0, max: 90 }))
  .map(([count, length]) =>
    Array.from({ length: count }, (_, i) => `${i} ${"y".repeat(length)}\r\n`).join(""),
  );

const piece = fc.oneof(
  { weight: 6, arbitrary: text(0, 4).map((line) => `${line}\r\n`) },
  { weight: 3, arbitrary: text(8, 40).map((line) => `${line}\r\n`) },
  { weight: 2, arbitrary: text(1, 20) },
  { weight: 2, arbitrary: numbered },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 120 }).map((count) => "z".repeat(count)) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 12 }).map((count) => "\r\n".repeat(count)) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 60 }).map((count) => "漢".repeat(count)) },
  { weight: 2, arbitrary: place },
  { weight: 1, arbitrary: region },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      ..."\x1b[H \x1b[J \x1b[2J \x1b[1J \x1b[3J \x1b[K \x1b[1K \x1b[2K \x1b[r \x1bM \x1bD \x1b[3L \x1b[2M \x1b[4S \x1b[2T".split(
        " ",
      ),
      ..."\x1b[3P \x1b[5@ \x1b[4X \x1b[?1049h \x1b[?1049l \x1b[?1049l \x1b[41m \x1b[m \x1b[m \x1bc \x1b[H\x1b[J".split(
        " ",
      ),
    ),
  },
);
export const randomText = fc.array(piece, { maxLength: 16, size: "max" }).map((pieces) => pieces.join(""));
const written = randomText.map((text) => new TextEncoder().encode(text));

const size = fc.oneof(
  fc.tuple(fc.integer({ min: 2, max: 40 }), fc.integer({ min: 1, max: 12 })),
  fc.tuple(fc.integer({ min: 2, max: 120 }), fc.integer({ min: 1, max: 40 })),
);
const sizes = fc.array(size, { minLength: 1, maxLength: 6, size: "max" });

export const randomResizes: fc.Arbitrary<Case> = fc
  .record({
    first: size,
    historyLimit: fc.constantFrom(2000, 2000, 40, 12, 0),
    bytes: written,
    sizes,
    later: fc.record({ bytes: written, sizes }),
  })
  .map(({ first: [cols, rows], ...rest }) => ({ name: "random", cols, rows, ...rest }));
