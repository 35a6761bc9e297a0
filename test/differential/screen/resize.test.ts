import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { property } from "../../fixtures/property.ts";
import { need } from "../../setup/need.ts";
import { type Case, firstDifference, Oracle, observeOurs } from "./oracle.ts";
import { randomResizes } from "./random-resizes.ts";

const RUNS = { runs: 40, msPerRun: 10_000, shrinks: false };

/** Wrapped lines, far more than the screen holds. */
const past = `${"some words of text ".repeat(40)}\r\n`.repeat(3);
const fixed: readonly { readonly name: string; readonly sizes: Case["sizes"] & {} }[] = [
  {
    name: "large, small and large again",
    sizes: [
      [100, 30],
      [37, 9],
      [20, 6],
      [80, 24],
      [61, 20],
    ],
  },
  {
    name: "flat, then narrow",
    sizes: [
      [61, 2],
      [9, 20],
      [61, 20],
    ],
  },
  {
    name: "the width first, then the height",
    sizes: [
      [61, 2],
      [9, 2],
      [9, 20],
    ],
  },
  {
    name: "the height first, then the width",
    sizes: [
      [61, 2],
      [61, 20],
      [9, 20],
    ],
  },
];

describe.runIf(need("tmux"))("resizes one after the other, beside a real tmux", () => {
  const oracle = new Oracle();
  beforeAll(() => oracle.start());
  afterAll(() => oracle.stop());

  async function compare(test: Case): Promise<void> {
    const [seen] = await oracle.observe([test]);
    for (const restored of [false, true]) {
      const difference = firstDifference(seen!, observeOurs(test, { restored }));
      expect(difference, restored ? "stored and read again" : "").toBeUndefined();
    }
  }

  it.each(fixed)("$name", ({ name, sizes }) => {
    const bytes = new TextEncoder().encode(`${past}0`);
    const later = { bytes: new TextEncoder().encode(`\x1bc${past}\x1b[3;5H`), sizes };
    return compare({ name, cols: 61, rows: 20, bytes, sizes, later });
  });

  property("agree in random cases", RUNS, (check) => check(fc.asyncProperty(randomResizes, compare)));
});
