import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

/** Agents as npm brings them, against a local stand-in of their services (`npm run test:agents`). */
export default defineConfig({
  root: fileURLToPath(new URL("../..", import.meta.url)),
  test: {
    include: ["test/agents/*.agents.ts"],
    globalSetup: ["test/setup/global.ts", "test/agents/install-agents.ts"],
    reporters: ["verbose"],
    retry: 0,
    maxWorkers: 1,
    hookTimeout: 120_000,
  },
});
