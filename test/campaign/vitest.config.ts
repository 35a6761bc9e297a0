import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

/** The campaign's attacks (`npm run campaign`). They run in sequence, because each measures its effect on a daemon. */
export default defineConfig({
  root: fileURLToPath(new URL("../..", import.meta.url)),
  test: {
    include: ["test/campaign/*.campaign.ts"],
    globalSetup: ["test/setup/global.ts"],
    // An attack that succeeds once has succeeded.
    retry: 0,
    fileParallelism: false,
    maxWorkers: 1,
    testTimeout: 24 * 3600_000,
    hookTimeout: 120_000,
  },
});
