import { configDefaults, defineConfig } from "vitest/config";
import { RetriedTests } from "./test/setup/retried.ts";

/**
 * Tests of a time that a person waits. They run one at a time after all others: what they measure is the product, and not
 * what another test does with the machine.
 */
const TIMED = ["test/agents/silence.test.ts", "test/agents/team.test.ts", "test/browser/slow.test.ts"];

const EACH = {
  // Real processes race real processes here, on shared machines. A test that needed its second try is listed with its
  // first failure at the end of the run. Property tests have no second try (test/fixtures/property.ts).
  retry: process.env.CI === "true" ? 1 : 0,
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 30_000 } },
};

export default defineConfig({
  test: {
    globalSetup: ["test/setup/global.ts"],
    reporters: [new RetriedTests(), "default"],
    projects: [
      {
        test: {
          ...EACH,
          name: "together",
          include: ["src/**/*.test.ts", "test/**/*.test.ts"],
          exclude: [...configDefaults.exclude, ...TIMED],
          // Real processes on a small machine: more workers than cores only add noise to deadlines.
          maxWorkers: 2,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: { ...EACH, name: "timed", include: TIMED, maxWorkers: 1, sequence: { groupOrder: 1 } },
      },
    ],
  },
});
