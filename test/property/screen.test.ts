import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createScreen, decodeScreen } from "../../src/core/screen/emulator.ts";
import type { Screen, ScreenListener } from "../../src/core/screen/screen.ts";
import { randomOutput } from "../differential/screen/random-output.ts";
import { property } from "../fixtures/property.ts";
import { HEADER_BYTES, seal } from "../fixtures/screen/seal.ts";

/** Output of every sort: sensible sequences, strings with replies and events, broken text, plain noise. */
const strings = [
  "\x1b]2;title\x07",
  "\x1b]0;tïtle\x1b\\",
  "\x1bkname\x1b\\",
  "\x1b_apc\x1b\\",
  "\x1bPtmux;\x1b\x1b[31mx\x1b\\",
  "\x1b]52;c;aGVsbG8=\x07",
  "\x1b]8;;http://a/\x1b\\link\x1b]8;;\x1b\\",
  "\x1b]133;D;1\x07",
  "\x1b]9;note\x07",
  "\x1b]7;file:///tmp\x07",
  "\x1b[c\x1b[6n\x1b[18t",
  "\x1b[22;0t\x1b[23;0t",
  "\x1b[?2004$p\x1b]11;?\x07",
  "\x1b[38:2::1:2:3;4:3m",
].map((text) => new TextEncoder().encode(text));

const piece = fc.oneof(
  { weight: 4, arbitrary: fc.nat(100_000).map((seed) => new TextEncoder().encode(randomOutput(seed, 6))) },
  { weight: 2, arbitrary: fc.constantFrom(...strings) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 12 }) },
  {
    weight: 1,
    arbitrary: fc.string({ unit: "binary", maxLength: 8 }).map((text) => new TextEncoder().encode(text)),
  },
);
const output = fc
  .array(piece, { maxLength: 12 })
  .map((pieces) => Uint8Array.from(pieces.flatMap((p) => [...p])));
const size = fc.record({ cols: fc.integer({ min: 1, max: 30 }), rows: fc.integer({ min: 1, max: 10 }) });
const historyLimit = fc.constantFrom(0, 3, 10, 1000);

/** Every event of a listener, in order. */
function recorder(told: unknown[]): ScreenListener {
  const note =
    (kind: string) =>
    (...what: unknown[]): void => {
      told.push([kind, ...what.map((each) => (each instanceof Uint8Array ? [...each] : each))]);
    };
  return {
    reply: note("reply"),
    bell: note("bell"),
    title: note("title"),
    windowName: note("windowName"),
    path: note("path"),
    clipboard: note("clipboard"),
    prompt: note("prompt"),
    notification: note("notification"),
    passthrough: note("passthrough"),
    focusWanted: note("focusWanted"),
    colourAsked: note("colourAsked"),
  };
}

const CONTROL = /[\x00-\x1f\x7f]/;

function checkInvariants(screen: Screen): void {
  const { cursor, scrollRegion } = screen;
  expect(cursor.y).toBeGreaterThanOrEqual(0);
  expect(cursor.y).toBeLessThan(screen.rows);
  expect(cursor.x).toBeGreaterThanOrEqual(0);
  expect(scrollRegion.lower).toBeLessThan(screen.rows);
  expect(scrollRegion.upper).toBeLessThanOrEqual(scrollRegion.lower);
  for (let line = -screen.historySize; line < screen.rows; line++) {
    let column = 0;
    for (const run of screen.runs(line)) {
      expect(run.column).toBe(column);
      column += run.columns;
    }
    expect(column).toBeLessThanOrEqual(screen.cols);
    expect(screen.lineText(line)).not.toMatch(CONTROL);
    for (const { style } of screen.runs(line)) expect(style.link ?? "").not.toMatch(/[\x00-\x1f]/);
  }
  const all = { start: Number.NEGATIVE_INFINITY, end: Number.POSITIVE_INFINITY };
  const text = screen.capture({ ...all, keepSpaces: true })!;
  expect(text.split("\n").length - 1).toBe(screen.historySize + screen.rows);
}

describe("a screen", () => {
  property("does not depend on how its input is cut", { runs: 300 }, (check) =>
    check(
      fc.property(
        size,
        historyLimit,
        output,
        fc.infiniteStream(fc.integer({ min: 1, max: 9 })),
        (at, limit, bytes, cuts) => {
          const whole: unknown[] = [];
          const parts: unknown[] = [];
          const one = createScreen({ ...at, historyLimit: limit, listener: recorder(whole) });
          const other = createScreen({ ...at, historyLimit: limit, listener: recorder(parts) });
          one.write(bytes);
          for (let i = 0; i < bytes.length; ) {
            const end = i + cuts.next().value;
            other.write(bytes.subarray(i, end));
            i = end;
          }
          expect(other.encode()).toEqual(one.encode());
          expect(parts).toEqual(whole);
        },
      ),
    ),
  );

  property("goes on after decoding as if nothing had happened, wherever it is cut", { runs: 300 }, (check) =>
    check(
      fc.property(size, historyLimit, output, fc.nat(), (at, limit, bytes, cut) => {
        const here = bytes.length === 0 ? 0 : cut % (bytes.length + 1);
        const screen = createScreen({ ...at, historyLimit: limit });
        screen.write(bytes.subarray(0, here));
        const encoded = screen.encode();
        const copy = decodeScreen(encoded);
        expect(copy.encode()).toEqual(encoded);
        for (const each of [screen, copy]) {
          each.write(bytes.subarray(here));
          each.resize(at.cols + 3, at.rows + 1);
          each.resize(at.cols, Math.max(1, at.rows - 1));
        }
        expect(copy.encode()).toEqual(screen.encode());
      }),
    ),
  );

  property("keeps its invariants under any bytes and sizes", { runs: 200 }, (check) => {
    const step = fc.oneof(output, size);
    return check(
      fc.property(size, historyLimit, fc.array(step, { maxLength: 8 }), (at, limit, steps) => {
        const screen = createScreen({ ...at, historyLimit: limit });
        for (const each of steps) {
          if (each instanceof Uint8Array) screen.write(each);
          else screen.resize(each.cols, each.rows);
          checkInvariants(screen);
        }
      }),
    );
  });

  property("gives up damaged data, or works with it, but never hangs", { runs: 500 }, (check) =>
    check(fc.property(output, fc.nat(), fc.nat(255), survivesDamage)),
  );

  it("shows no control character, wherever damage puts one", () => {
    const bytes = new TextEncoder().encode("e\u0301 \x1b]8;;http://a/\x07link \u{1f468}\u200d\u{1f469}");
    const screen = createScreen(SMALL);
    screen.write(bytes);
    for (let where = 0; where < screen.encode().length; where++)
      for (const control of [0x00, 0x0a, 0x1b, 0x7f]) survivesDamage(bytes, where, control);
  });
});

const SMALL = { cols: 12, rows: 4, historyLimit: 50 };

/** One byte of a screen's data is another one. */
function survivesDamage(bytes: Uint8Array, where: number, value: number): void {
  const screen = createScreen(SMALL);
  screen.write(bytes);
  const damaged = screen.encode();
  damaged[HEADER_BYTES + (where % (damaged.length - HEADER_BYTES))] = value;
  expect(() => decodeScreen(damaged.with(5, damaged[5]! ^ 1))).toThrow("corrupt");
  seal(damaged);
  let decoded: Screen;
  try {
    decoded = decodeScreen(damaged);
  } catch (error) {
    expect((error as Error).message).toBe("corrupt screen data");
    return;
  }
  checkInvariants(decoded);
  decoded.write(bytes);
  decoded.resize(9, 9);
  checkInvariants(decoded);
}
