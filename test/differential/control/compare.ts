import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { need } from "../../setup/need.ts";
import { play, type Scenarios } from "./scenario.ts";
import { ourSide, realSide, type Side } from "./sides.ts";

/** With this set the real tmux is compared with itself, to find scenarios that do not come out the same twice. */
const SELF_CHECK = process.env.CASES_SELF_CHECK === "1";

let lastServer = 0;

/** Plays every scenario on both sides and compares everything that was said. */
export function compareScenarios(title: string, scenarios: Scenarios): void {
  describe.runIf(need("tmux"))(title, () => {
    let sides: Side[];
    beforeAll(() => {
      sides = [realSide(), SELF_CHECK ? realSide() : ourSide()];
    });
    afterAll(() => Promise.all(sides.map((side) => side.stop())));

    it.concurrent.each(Object.entries(scenarios))("%s", async (_, script) => {
      const server = `k${++lastServer}`;
      const [expected, actual] = await Promise.all(sides.map((side) => play(side, server, script)));
      expect(actual).toEqual(expected);
    });
  });
}
