import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { need } from "../../setup/need.ts";
import { differences } from "./differences.ts";
import { runCase } from "./run-case.ts";
import { ourSide, realSide, type Side } from "./sides.ts";

/** With this set the real tmux is compared with itself, to find cases that do not give the same answer twice. */
const SELF_CHECK = process.env.CASES_SELF_CHECK === "1";

let lastServer = 0;

/** Cases by name. */
export type Cases = Readonly<Record<string, string>>;

/** Runs every case on both sides and compares all that they answered, call by call. */
export function compareCases(title: string, cases: Cases): void {
  describe.runIf(need("tmux"))(title, () => {
    let real: Side;
    let ours: Side;
    beforeAll(() => {
      real = realSide();
      ours = SELF_CHECK ? realSide() : ourSide();
    });
    afterAll(async () => {
      await real.stop();
      await ours.stop();
    });

    it.concurrent.each(Object.entries(cases))("%s", async (name, script) => {
      const server = `c${++lastServer}`;
      const [expected, actual] = await Promise.all([real, ours].map((side) => runCase(side, server, script)));
      const reason = SELF_CHECK ? undefined : differences[name];
      if (reason === undefined) expect(actual).toEqual(expected);
      else expect(actual, `listed as a difference (${reason.mullion}), but it is none`).not.toEqual(expected);
    });
  });
}
