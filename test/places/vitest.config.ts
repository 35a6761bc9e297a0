import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

/** What takes minutes with a real Slurm (`npm run test:places`). */
export default defineConfig({
  root: fileURLToPath(new URL("../..", import.meta.url)),
  test: {
    include: ["test/places/*.places.ts"],
    globalSetup: ["test/setup/global.ts"],
    reporters: ["verbose"],
    retry: 0,
    maxWorkers: 1,
    testTimeout: 1_200_000,
    hookTimeout: 600_000,
  },
});
