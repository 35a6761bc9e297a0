import { defineConfig } from "vitest/config";
import { RetriedTests } from "./test/setup/retried.ts";

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "test/**/*.test.ts"],
    globalSetup: ["test/setup/global.ts"],
    // Real processes race real processes here, on shared machines. A test that needed its second try is listed with its
    // first failure at the end of the run. Property tests have no second try (test/fixtures/property.ts).
    retry: process.env.CI === "true" ? 1 : 0,
    reporters: [new RetriedTests(), "default"],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 10_000 } },
    // Real processes on a small machine: more workers than cores only add noise to deadlines.
    maxWorkers: 2,
  },
});
