import { defineConfig } from "vitest/config";

/**
 * Unit tests: each runs once for every mutant of the code that it covers. Stryker runs them in worker threads, which
 * cannot set the umask as the listener's test does.
 */
export default defineConfig({
  test: {
    include: ["src/{wire,holders,daemon,doors/http,core/screen}/**/*.test.ts"],
    exclude: ["src/daemon/calls/listener.test.ts", "src/daemon/life/daemon-lock.test.ts"],
    globalSetup: ["test/setup/global.ts"],
    testTimeout: 60_000,
  },
});
