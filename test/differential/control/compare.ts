import { isDeepStrictEqual } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { need } from "../../setup/need.ts";
import { play, type Scenarios } from "./scenario.ts";
import { ourSide, realSide, type Side } from "./sides.ts";

/** With this set the real tmux is compared with itself, to find scenarios that do not come out the same twice. */
const SELF_CHECK = process.env.CASES_SELF_CHECK === "1";

let lastServer = 0;

/** The real tmux has shown every outcome of a varying scenario long before it was played this often. */
const MOST_PLAYS = 30;

/** Plays every scenario on both sides and compares everything that was said. */
export function compareScenarios(title: string, scenarios: Scenarios): void {
  onBothSides(title, (sides) => {
    it.concurrent.each(Object.entries(scenarios))("%s", async (_, script) => {
      const server = newServer();
      const [expected, actual] = await Promise.all(sides.map((side) => play(side, server, script)));
      expect(actual).toEqual(expected);
    });
  });
}

/** Scenarios that do not come out the same twice on the real tmux: ours has one of its outcomes. */
export function compareVaryingScenarios(title: string, scenarios: Scenarios): void {
  onBothSides(title, (sides) => {
    it.each(Object.entries(scenarios))("%s", async (_, script) => {
      const [real, ours] = sides;
      const actual = await play(ours!, newServer(), script);
      const outcomes: unknown[] = [];
      while (outcomes.length < MOST_PLAYS && !isDeepStrictEqual(outcomes.at(-1), actual))
        outcomes.push(await play(real!, newServer(), script));
      expect(outcomes).toContainEqual(actual);
    });
  });
}

function newServer(): string {
  lastServer += 1;
  return `k${lastServer}`;
}

function onBothSides(title: string, declareTests: (sides: readonly Side[]) => void): void {
  describe.runIf(need("tmux"))(title, () => {
    const sides: Side[] = [];
    beforeAll(() => {
      sides.push(realSide(), SELF_CHECK ? realSide() : ourSide());
    });
    afterAll(() => Promise.all(sides.map((side) => side.stop())));
    declareTests(sides);
  });
}
