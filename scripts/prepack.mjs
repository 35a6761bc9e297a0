/**
 * Runs before packing: builds everything in the package from the current sources, including the programs of every
 * platform.
 */
import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
/** @param {string[]} argv */
const node = (...argv) => {
  const { status } = spawnSync(process.execPath, argv, {
    cwd: root,
    stdio: ["ignore", "inherit", "inherit"],
  });
  if (status !== 0) process.exit(status ?? 1);
};

rmSync(`${root}dist`, { recursive: true, force: true });
node("node_modules/typescript/bin/tsc", "-b");
node("scripts/bundle.mjs");
node("node_modules/vite/bin/vite.js", "build", "--logLevel", "warn");
node("scripts/man-pages.mjs");
node("native/prebuild.mjs");
