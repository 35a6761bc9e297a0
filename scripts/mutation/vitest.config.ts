import { defineConfig } from "vitest/config";

/** Unit tests that take milliseconds: each runs once for every mutant of the code it covers. */
export default defineConfig({
  test: {
    include: [
      "src/holders/{journal-record,fair-slices,input-queue,recorded-output,recording,size-teller}.test.ts",
      "src/wire/**/*.test.ts",
    ],
    globalSetup: ["test/setup/global.ts"],
    testTimeout: 60_000,
  },
});
