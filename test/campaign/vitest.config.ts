import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const scale = Number(process.env.CAMPAIGN_SCALE ?? 1);
/** An attack that takes longer is stuck, and fails with its name. The quick ones take at most a minute on two cores. */
const LIMIT_MS = 10 * 60_000;

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
    testTimeout: LIMIT_MS * Math.max(1, scale),
    hookTimeout: 120_000,
  },
});
