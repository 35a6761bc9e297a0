import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { need } from "../../setup/need.ts";
import { OracleLost } from "./control-tmux.ts";
import { Pair } from "./pair.ts";
import { chooser, layoutSteps, type StepMaker, windowSteps, workSessions } from "./steps.ts";

/** `FUZZ_RUNS=1000` looks longer. */
const RUNS = Number(process.env.FUZZ_RUNS ?? 25);
const STEPS = 30;
/** The same every time under CI, so that a change is judged by what it changed; elsewhere each run looks further. */
const SEED = process.env.CI === "true" ? { seed: 20_261_115 } : {};

describe.runIf(need("tmux"))("random sequences on real tmux and on our tree", () => {
  it("agree on panes and layouts", () => compare(layoutSteps), 120_000);
  it("agree on windows and sessions", () => compare({ ...windowSteps, split: layoutSteps.split! }), 120_000);
  it("agree on everything mixed", () => compare({ ...windowSteps, ...layoutSteps }), 120_000);
});

async function compare(makers: Record<string, StepMaker>): Promise<void> {
  const numbers = fc.array(fc.nat(1_000_000), { minLength: 16, maxLength: 16 });
  const step = fc.tuple(fc.constantFrom(...Object.keys(makers)), numbers);
  const sequence = fc.array(step, { minLength: 5, maxLength: STEPS });
  let lost = 0;
  await fc.assert(
    fc.asyncProperty(sequence, async (steps) => {
      const pair = await Pair.open();
      try {
        for (const [name, choices] of steps) {
          if (workSessions(pair.mux).length === 0) await pair.step(firstSession(pair));
          await pair.step(makers[name]!(pair.mux, chooser(choices)));
        }
      } catch (error) {
        if (!(error instanceof OracleLost)) throw error;
        console.warn(pair.history.join("\n"), error);
        lost += 1;
      } finally {
        await pair.close();
      }
    }),
    { numRuns: RUNS, endOnFailure: true, ...SEED },
  );
  // tmux itself crashes on a few; an oracle that is mostly lost has compared nothing.
  expect(lost).toBeLessThan(RUNS / 2);
}

function firstSession({ mux }: Pair) {
  return {
    words: ["new-session", "-d", "-s", "work", "cat"],
    run: () => mux.createSession({ name: "work", cwd: "/", command: ["cat"] }),
  };
}
