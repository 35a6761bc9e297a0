import { defineConfig } from "vitest/config";

/** Unit tests: each runs once for every mutant of the code that it covers. */
export default defineConfig({
  test: {
    include: ["src/{wire,holders,daemon,doors/http}/**/*.test.ts"],
    globalSetup: ["test/setup/global.ts"],
    testTimeout: 60_000,
  },
});
