import fc from "fast-check";
import { afterAll, describe, expect } from "vitest";
import { property } from "../../fixtures/property.ts";
import { need } from "../../setup/need.ts";
import { Arena } from "./arena.ts";
import { comparable, randomGround, randomStep } from "./random-steps.ts";

const STEPS = 30;
const RUNS = { runs: process.env.CI === "true" ? 100 : 20, msPerRun: 30_000, shrinks: false };

describe.runIf(need("tmux"))("random commands in copy mode", () => {
  const arena = new Arena();
  afterAll(() => arena.stop());

  property(`agree in sequences of ${STEPS}`, RUNS, async (check) => {
    const minLength = process.env.PROPERTY_SHRINK ? 1 : STEPS;
    const steps = fc.array(randomStep, { minLength, maxLength: STEPS, size: "max" });
    await check(
      fc.asyncProperty(randomGround, steps, (ground, sequence) =>
        arena.compare(
          ground,
          sequence.map((step) => comparable(ground, step)),
        ),
      ),
    );
    // About one in fifty drives the real one into a crash.
    expect(arena.broken).toBeLessThan(arena.compared / 4);
  });
});
