import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { ensureTools } from "../../scripts/test-tools.mjs";
import { leftBehind } from "./left-behind.ts";

/**
 * Runs once before all tests: installs the programs they need, and creates one directory for all test daemons of the
 * run. After the tests no process may be alive in it.
 */
export default function setup(): () => Promise<void> {
  const sentence = ensureTools();
  if (sentence !== undefined) {
    if (process.env.CI === "true") throw new Error(sentence);
    console.warn(`${sentence} What needs them is skipped.`);
  }
  // Short, because the path of a unix socket is limited to 104 bytes on macOS.
  const runDir = mkdtempSync("/tmp/mlt-");
  process.env.MULLION_TEST_RUN = runDir;
  process.env.PROPERTY_SEED ??= String(freshSeed());
  console.log(`property tests: fresh seed ${process.env.PROPERTY_SEED} (PROPERTY_SEED=… repeats it)`);
  scrubEnvironment();
  usePrivateHome(join(runDir, "home"));
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

/**
 * A seed below 2^31, as fast-check's are. Under CI the tree decides: one tree is judged alike each time, and the next one
 * looks further.
 */
function freshSeed(): number {
  const random = Math.floor(Math.random() * 2 ** 31);
  if (process.env.CI !== "true") return random;
  const { stdout } = spawnSync("git", ["rev-parse", "HEAD^{tree}"], { encoding: "utf8" });
  return /^[0-9a-f]{7}/.test(stdout) ? Number.parseInt(stdout.slice(0, 7), 16) : random;
}

/** Variables that select other builds of the native part, such as sanitised ones, or run attached clients without lending. */
const KEPT = new Set(["MULLION_TEST_RUN", "MULLION_HOLDER_BIN", "MULLION_CLIENT_BIN", "MULLION_LENDING"]);

/** Other variables that lead a shell, tmux or readline to files of the user who runs the tests. */
const START_FILE_VARIABLES = ["ZDOTDIR", "BASH_ENV", "ENV", "INPUTRC", "XDG_CONFIG_HOME", "XDG_STATE_HOME"];

/** A slow profile, an alias or a prompt of the user who runs the tests must not affect a test. */
function usePrivateHome(home: string): void {
  // Only npm may read its own settings: the source of packages depends on the machine.
  process.env.npm_config_userconfig ??= join(homedir(), ".npmrc");
  process.env.npm_config_cache ??= join(homedir(), ".npm");
  mkdirSync(home);
  process.env.HOME = home;
  for (const name of START_FILE_VARIABLES) delete process.env[name];
}

/** Tests may themselves run in a pane of tmux or Mullion, whose variables would lead them to that server. */
function scrubEnvironment(): void {
  for (const name of Object.keys(process.env)) {
    if (/^(TMUX|CLAUDE_PANE|MULLION)/.test(name) && !KEPT.has(name)) delete process.env[name];
  }
}
