import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "test/**/*.test.ts"],
    globalSetup: ["test/setup/global.ts"],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Real processes on a small machine: more workers than cores only add noise to deadlines.
    maxWorkers: 2,
  },
});
