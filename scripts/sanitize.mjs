/**
 * Runs the native part under AddressSanitizer and UndefinedBehaviorSanitizer: its tests with sanitised programs, then a
 * bounded run of each fuzz target.
 */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { ensureTools, findProgram } from "./test-tools.mjs";

const FUZZ_SECONDS = 20;
const root = fileURLToPath(new URL("..", import.meta.url));
const programs = {
  MULLION_HOLDER_BIN: `${root}native/build/sanitize/mullion-holder`,
  MULLION_CLIENT_BIN: `${root}native/build/sanitize/mullion`,
};

/**
 * @param {string[]} argv
 * @param {Record<string, string>} [environment]
 */
function node(argv, environment = {}) {
  console.log(`$ node ${argv.join(" ")}`);
  const { status } = spawnSync(process.execPath, argv, {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: ["ignore", "inherit", "inherit"],
  });
  if (status !== 0) process.exit(status ?? 1);
}

const sentence = ensureTools();
if (findProgram("clang") === undefined) {
  console.error(sentence);
  process.exit(process.env.CI === "true" ? 1 : 0);
}
node(["native/build.mjs", "--sanitize"]);
node(["node_modules/vitest/vitest.mjs", "run", "test/process/native"], programs);
node(["native/build.mjs", "--fuzz", "--run", String(FUZZ_SECONDS)]);
