/**
 * The sources of each native program, and the flags for every compiler. `build.mjs` builds the programs of this
 * machine, `prebuild.mjs` those in the package.
 */
import { spawnSync } from "node:child_process";
import { linkSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

export const native = dirname(fileURLToPath(import.meta.url));
export const root = dirname(native);

/**
 * @param {string} room
 * @param {string} names
 */
const sources = (room, names) => names.split(" ").map((name) => `${room}/${name}.c`);

export const shared = sources("shared", "frame io platform signals");
export const drawing = sources("lending", "drawing drawing-pen");
/** What a holder is made of once it runs. */
export const holding = [
  ...sources("holder", "listening conversation holder closing connection pane input output"),
  ...sources("lending", "lending lent-terminal"),
  ...drawing,
  ...shared,
];
export const holder = [...sources("launcher", "launcher launch"), ...holding];
export const client = [
  ...sources(
    "client",
    "client daemon-frames waiting-terminal client-messages cold-verbs bridge bridge-session json-scan terminal",
  ),
  ...sources(
    "client",
    "tmux-flags typed runtime-directory reach-daemon link-start shared-socket daemon-start node patience answer-watch said",
  ),
  ...sources("lending", "client-lending"),
  ...shared,
];
export const fastPath = "client/fast-path.c";
export const addon = ["addon/peer-uid.c"];

/** The client under its other names. */
export const otherNames = ["tmux", "mullion-pane-backend"];

const warnings =
  "-Wall -Wextra -Wshadow -Wpedantic -Wconversion -Wstrict-prototypes -Wmissing-prototypes -Wvla";
export const common = [
  ..."-std=c11 -D_GNU_SOURCE -D_DARWIN_C_SOURCE -fno-common -I.".split(" "),
  ...warnings.split(" "),
];
export const optimised = ["-O2", "-fstack-protector-strong"];
// Node loads the addon and supplies every symbol: no library is linked, so one file serves every libc.
export const addonOnLinux = ["-O2", "-shared", "-fPIC", "-nostdlib"];
// The fast path runs before libc does, so the compiler must not insert calls of libc.
export const withoutLibc = "-O2 -ffreestanding -fno-builtin -fno-stack-protector -DMULLION_FAST_PATH".split(
  " ",
);

/** @param {string} sentence */
export function fail(sentence) {
  console.error(`native: ${sentence}`);
  process.exit(1);
}

/** All sources and headers, and the build scripts: they are few, so a change to any rebuilds everything. */
export function newestInput() {
  const rooms = readdirSync(native, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !["build", "toolchain"].includes(entry.name))
    .map((entry) => join(native, entry.name));
  const paths = [native, ...rooms].flatMap((directory) =>
    readdirSync(directory)
      .filter((name) => /\.(c|h|mjs)$/.test(name))
      .map((name) => join(directory, name)),
  );
  return Math.max(...paths.map((path) => statSync(path).mtimeMs));
}

/**
 * @param {string} output
 * @returns {boolean}
 */
export function isCurrent(output) {
  const built = statSync(output, { throwIfNoEntry: false });
  return !process.argv.includes("--force") && built !== undefined && built.mtimeMs > newestInput();
}

/**
 * Replaces an output atomically, because the old one may be running.
 * @param {string} output
 * @param {(part: string) => void} make
 */
export function replace(output, make) {
  const part = `${output}.${process.pid}`;
  mkdirSync(dirname(output), { recursive: true });
  rmSync(part, { force: true });
  make(part);
  renameSync(part, output);
  console.log(`native: built ${relative(root, output)}`);
}

/** @param {string} directory */
export function linkNames(directory) {
  for (const name of otherNames) {
    const path = join(directory, name);
    if (!isCurrent(path)) replace(path, (part) => linkSync(join(directory, "mullion"), part));
  }
}

/**
 * Runs a compiler in native/.
 * @param {string[]} argv
 * @param {NodeJS.ProcessEnv} [env]
 */
export function compile([cc, ...args], env = process.env) {
  const run = spawnSync(/** @type {string} */ (cc), args, { cwd: native, encoding: "utf8", env });
  return { found: run.error === undefined, ok: run.status === 0, complaint: run.stderr };
}
