import { mkdtempSync, rmSync } from "node:fs";
import { ensureTools } from "../../scripts/test-tools.mjs";
import { leftBehind } from "./left-behind.ts";

/**
 * Runs once before all tests: brings the programs they need, and gives the run one directory below which every daemon
 * of a test lives. After the tests nothing may be alive there.
 */
export default function setup(): () => Promise<void> {
  const sentence = ensureTools();
  if (sentence !== undefined) {
    if (process.env.CI === "true") throw new Error(sentence);
    console.warn(`${sentence} What needs them is skipped.`);
  }
  // Short, because the path of a unix socket ends at 104 bytes on macOS.
  const runDir = mkdtempSync("/tmp/mlt-");
  process.env.MULLION_TEST_RUN = runDir;
  scrubEnvironment();
  return async () => {
    const left = await leftBehind(runDir);
    for (const { pid } of left) process.kill(pid, "SIGKILL");
    rmSync(runDir, { recursive: true, force: true });
    if (left.length > 0) {
      throw new Error(
        `tests left processes behind:\n${left.map(({ pid, command }) => `  ${pid} ${command}`).join("\n")}`,
      );
    }
  };
}

/** Set by whoever starts the tests: other builds of the native part, such as sanitised ones. */
const KEPT = new Set(["MULLION_TEST_RUN", "MULLION_HOLDER_BIN", "MULLION_CLIENT_BIN"]);

/** Tests may themselves run in a pane of tmux or of Mullion, whose variables would lead them to that server. */
function scrubEnvironment(): void {
  for (const name of Object.keys(process.env)) {
    if (/^(TMUX|CLAUDE_PANE|MULLION)/.test(name) && !KEPT.has(name)) delete process.env[name];
  }
}
