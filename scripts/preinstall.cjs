/**
 * Before `npm install` or `npm ci`: refuses a Node that is too old, and compiles the native programs of a checkout. A
 * package carries its programs, so nothing else happens there, and nothing is lost with --ignore-scripts. An old Node must be
 * able to read this file.
 */
const { spawnSync } = require("node:child_process");
const { existsSync } = require("node:fs");
const { join } = require("node:path");
const { engines } = require("../package.json");

const [major, minor] = process.versions.node.split(".").map(Number);
const [wantedMajor, wantedMinor] = engines.node.replace(">=", "").split(".").map(Number);
const build = join(__dirname, "../native/build.mjs");

if (major < wantedMajor || (major === wantedMajor && minor < wantedMinor)) {
  console.error(
    `mullion: Node ${process.versions.node} is too old: Mullion needs Node ${wantedMajor}.${wantedMinor} or newer`,
  );
  process.exit(1);
}
if (existsSync(build))
  process.exitCode = spawnSync(process.execPath, [build], { stdio: "inherit" }).status || 0;
