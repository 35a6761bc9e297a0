/**
 * The native part under AddressSanitizer and UndefinedBehaviorSanitizer: its tests once with sanitized binaries, then a
 * bounded run of each fuzz target.
 */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { ensureTools, findProgram } from "./test-tools.mjs";

const FUZZ_SECONDS = 30;
const root = fileURLToPath(new URL("..", import.meta.url));

/** @param {string[]} argv */
function node(argv) {
  console.log(`$ node ${argv.join(" ")}`);
  const { status } = spawnSync(process.execPath, argv, { cwd: root, stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}

const sentence = ensureTools();
if (findProgram("clang") === undefined) {
  console.error(sentence);
  process.exit(process.env.CI === "true" ? 1 : 0);
}
node(["native/build.mjs", "--sanitize", "--run", String(FUZZ_SECONDS)]);
node(["native/build.mjs", "--fuzz", "--run", String(FUZZ_SECONDS)]);
