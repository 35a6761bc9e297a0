import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FRESH_SEED } from "../../fixtures/property.ts";
import { COLS, handWritten, ROWS } from "./cases.ts";
import { differences } from "./differences.ts";
import { type Case, firstDifference, Oracle, observeOurs } from "./oracle.ts";
import { randomOutput } from "./random-output.ts";

/** Much more than it takes, for a machine with other things to do. */
const TIMEOUT_MS = 180_000;
const RANDOM_CASES = Number(process.env.PROPERTY_RUNS ?? 120) / 2;
const RANDOM_TIMEOUT_MS = TIMEOUT_MS * (1 + RANDOM_CASES / 500);
const oracle = new Oracle();
beforeAll(() => oracle.start());
afterAll(() => oracle.stop());

/** Every case on both; the names of those that differ, with what differs. */
async function compare(cases: readonly Case[]): Promise<Map<string, string>> {
  const seen = await oracle.observe(cases);
  const differing = new Map<string, string>();
  for (const [i, test] of cases.entries()) {
    const difference = firstDifference(seen[i]!, observeOurs(test));
    if (difference !== undefined) differing.set(test.name, difference);
  }
  return differing;
}

const sizes = [
  [12, 6],
  [30, 6],
  [20, 3],
  [7, 9],
] as const;

describe("beside a real tmux", () => {
  it("hand-written sequences show the same", { timeout: TIMEOUT_MS }, async () => {
    const cases = Array.from(handWritten, ([name, bytes]) => ({
      name,
      cols: COLS,
      rows: ROWS,
      bytes,
      sizes,
    }));
    expect(cases.length).toBeGreaterThan(150);
    expect(Object.fromEntries(await compare(cases))).toEqual({});
  });

  it("the smallest screens show the same", { timeout: TIMEOUT_MS }, async () => {
    const texts = [
      "one two\r\nthree",
      "漢字e\u0301",
      "\x1b[?7lab漢c",
      "\x1b[4hab\rc漢",
      "a\x1b[5@b\x1b[3Pc\x1b[2Ld\x1b[Me",
    ];
    const cases = [
      [1, 1],
      [1, 4],
      [23, 1],
      [2, 2],
    ].flatMap(([cols, rows]) =>
      [2000, 0].flatMap((historyLimit) =>
        [
          ...texts,
          "a line that is wrapped once, and then once more",
          randomOutput(cols! * 8 + rows!, 40),
        ].map((text) => ({
          name: `${cols}x${rows}, history ${historyLimit}: ${JSON.stringify(text)}`,
          cols: cols!,
          rows: rows!,
          historyLimit,
          bytes: new TextEncoder().encode(text),
          sizes,
        })),
      ),
    );
    expect(Object.fromEntries(await compare(cases))).toEqual({});
  });

  it("text after a resize shows the same", { timeout: TIMEOUT_MS }, async () => {
    const cases = ["\x1b[?1049h", ""].flatMap((before) =>
      ["some words", "漢字漢字漢字", "two\r\nlines"].map((text) => ({
        name: JSON.stringify(before + text),
        cols: COLS,
        rows: ROWS,
        bytes: new TextEncoder().encode(before + text),
        sizes: [[4, 6]] as const,
        later: { bytes: new TextEncoder().encode("x y漢"), sizes: sizes.slice(0, 1) },
      })),
    );
    expect(Object.fromEntries(await compare(cases))).toEqual({});
  });

  it("a short history is trimmed the same", { timeout: TIMEOUT_MS }, async () => {
    const text = Array.from({ length: 300 }, (_, i) => `${i} ${"x".repeat(i % 31)}`).join("\r\n");
    const cases = [0, 1, 5, 10, 25, 100].map((historyLimit) => ({
      name: `limit ${historyLimit}`,
      cols: COLS,
      rows: ROWS,
      historyLimit,
      bytes: new TextEncoder().encode(text),
      sizes,
    }));
    expect(Object.fromEntries(await compare(cases))).toEqual({});
  });

  it.each([0, FRESH_SEED])(
    "random output from seed %i on shows the same",
    { retry: 0, timeout: RANDOM_TIMEOUT_MS },
    async (first) => {
      const seeds = Array.from({ length: RANDOM_CASES }, (_, at) => first + at);
      const cases = seeds.map((seed) => ({
        name: `seed ${seed}`,
        cols: 4 + ((seed * 7) % 23),
        rows: 2 + ((seed * 5) % 9),
        historyLimit: [2000, 12, 0, 30][seed % 4]!,
        bytes: new TextEncoder().encode(randomOutput(seed, 60)),
        sizes: sizes.slice(0, 2),
        later: { bytes: new TextEncoder().encode(randomOutput(seed + 1000, 30)), sizes: sizes.slice(2) },
      }));
      expect(Object.fromEntries(await compare(cases))).toEqual({});
    },
  );

  it("recorded programs show the same, halfway and at their end", { timeout: TIMEOUT_MS }, async () => {
    const folder = join(import.meta.dirname, "../../fixtures/screen/recorded");
    const cases = readdirSync(folder).flatMap((name) => {
      const bytes = readFileSync(join(folder, name));
      const halfway = bytes.subarray(0, bytes.lastIndexOf("\x1b[", Math.floor(bytes.length * 0.6)));
      const common = {
        cols: 80,
        rows: 24,
        sizes: [
          [80, 30],
          [60, 24],
          [100, 20],
        ],
      } as const;
      return [
        { name, bytes, ...common },
        { name: `${name}, halfway`, bytes: halfway, ...common },
      ];
    });
    expect(cases.length).toBeGreaterThan(10);
    expect(Object.fromEntries(await compare(cases))).toEqual({});
  });

  it("known differences are still there", { timeout: TIMEOUT_MS }, async () => {
    const cases = Object.entries(differences).map(([name, { shown, later = "" }]) => ({
      name,
      cols: COLS,
      rows: ROWS,
      bytes: new TextEncoder().encode(shown),
      later: { bytes: new TextEncoder().encode(later), sizes: [] },
    }));
    expect(Array.from((await compare(cases)).keys())).toEqual(Object.keys(differences));
  });
});
