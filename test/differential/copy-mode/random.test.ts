import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { need } from "../../setup/need.ts";
import { Arena } from "./arena.ts";
import { comparable, randomGround, randomStep } from "./random-steps.ts";

/** Sequences and steps in each; RANDOM_SEQUENCES and RANDOM_SEED make longer hunts and repeat one. */
const SEQUENCES = Number(process.env.RANDOM_SEQUENCES ?? (process.env.CI === "true" ? 100 : 20));
const STEPS = 30;
const SEED = process.env.RANDOM_SEED;
const CI_SEED = 20_261_115;

describe.runIf(need("tmux"))("random commands in copy mode", () => {
  const arena = new Arena();
  afterAll(() => arena.stop());

  it(`agree in ${SEQUENCES} sequences of ${STEPS}`, { timeout: 30_000 * SEQUENCES }, async () => {
    const steps = fc.array(randomStep, {
      minLength: process.env.RANDOM_SHRINK ? 1 : STEPS,
      maxLength: STEPS,
      size: "max",
    });
    await fc.assert(
      fc.asyncProperty(randomGround, steps, (ground, sequence) =>
        arena.compare(
          ground,
          sequence.map((step) => comparable(ground, step)),
        ),
      ),
      {
        numRuns: SEQUENCES,
        ...seedOf(),
        endOnFailure: process.env.RANDOM_SHRINK === undefined,
      },
    );
    // About one in five drives the real one into a crash.
    expect(arena.broken).toBeLessThan(SEQUENCES / 2);
  });
});

function seedOf(): { seed?: number } {
  if (SEED !== undefined) return { seed: Number(SEED) };
  return process.env.CI === "true" ? { seed: CI_SEED } : {};
}
