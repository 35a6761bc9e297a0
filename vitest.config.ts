import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "test/**/*.test.ts"],
    globalSetup: ["test/setup/global.ts"],
    // Real processes race real processes here, on shared machines, and the real tmux now and then crashes: what fails by
    // its own fault fails each time, and a test that needed another try is shown with it.
    retry: process.env.CI === "true" ? 1 : 0,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Real processes on a small machine: more workers than cores only add noise to deadlines.
    maxWorkers: 2,
  },
});
