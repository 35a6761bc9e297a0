/**
 * Compiles the TypeScript of a checkout after `npm ci`. A published package contains `dist` and needs no compiler; a
 * checkout without the development tools (`npm ci --omit=dev`) keeps its `dist`, or prints what to do if it has none.
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const compiler = `${root}node_modules/typescript/bin/tsc`;

if (existsSync(compiler)) {
  run(compiler, "-b");
  run(`${root}scripts/bundle.mjs`);
  run(`${root}node_modules/vite/bin/vite.js`, "build", "--logLevel", "warn");
  run(`${root}scripts/man-pages.mjs`);
  process.exit(0);
}
if (!existsSync(`${root}dist/daemon/main.js`)) {
  console.error(
    "mullion: dist/ is not built and TypeScript is not installed: run `npm ci` with the development tools once.",
  );
  process.exit(1);
}

/** @param {...string} argv */
function run(...argv) {
  const { status } = spawnSync(process.execPath, argv, { cwd: root, stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}
