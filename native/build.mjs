#!/usr/bin/env node
/**
 * Builds the native part with the machine's own C compiler ($CC, else `cc`).
 *
 *   node native/build.mjs                      bin/mullion, bin/tmux, bin/mullion-pane-backend, native/build/mullion-holder,
 *                                              native/build/peer-uid.node
 *   node native/build.mjs --sanitize           the same with ASan and UBSan, in native/build/sanitize/
 *   node native/build.mjs --fuzz               native/build/frame-fuzz, drawing-fuzz, conversation-fuzz, fast-path-fuzz: libFuzzer where
 *                                              clang has it, else plain readers of files
 *   node native/build.mjs --fuzz --run 20      … and runs each for 20 seconds
 *
 * The build skips an output that is newer than every source; `--force` builds it anyway.
 */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join, relative } from "node:path";
import { writeSeeds } from "./fuzz/seeds.mjs";
import * as programs from "./programs.mjs";

const {
  addon,
  client,
  fail,
  fastPath,
  holder,
  isCurrent,
  linkNames,
  native,
  optimised,
  replace,
  root,
  shared,
} = programs;
const compiler = process.env.CC || "cc";

const common = [
  ...programs.common,
  // A newer compiler elsewhere may have new warnings; they must not prevent an install.
  ...(existsSync(join(root, ".git")) ? ["-Werror"] : []),
  `-DMULLION_NODE=${JSON.stringify(process.execPath)}`,
];
const sanitised =
  "-O1 -g -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=all".split(" ");
// A static program starts in 0.37 ms, a dynamic one in 0.51 ms. Some systems have no static libraries.
const linkings = process.platform === "linux" ? [["-static"], []] : [[]];
const hasFastPath = process.platform === "linux" && ["x64", "arm64"].includes(process.arch);
// The same source as the program's, on libc or on the fuzzer's kernel. Small buffers, so that a short input fills them.
const hosted = ["-DMULLION_FAST_PATH", fastPath];
const small = ["-DHELLO_BYTES=600", "-DBEGUN_BYTES=200"];
const fuzzers = {
  frame: ["fuzz/frame-fuzz.c", ...shared],
  drawing: ["fuzz/drawing-fuzz.c", ...programs.drawing],
  conversation: ["fuzz/conversation-fuzz.c", ...programs.holding],
  ...(hasFastPath && { "fast-path": [...hosted, ...small, "fuzz/fast-path-fuzz.c", ...shared] }),
};
const addonWays = [
  process.platform === "linux" ? programs.addonOnLinux : ["-O2", "-bundle", "-undefined", "dynamic_lookup"],
];
// GCC would turn loops into calls of memset and memcpy; for clang -fno-builtin is enough.
const withoutLibc = [...programs.withoutLibc, "-fno-tree-loop-distribute-patterns"];

function compile(cc, args) {
  const result = programs.compile([cc, ...args]);
  if (!result.found) {
    fail(
      `a C compiler is needed, and \`${cc}\` cannot be run (Debian: apt install build-essential; macOS: xcode-select --install).`,
    );
  }
  return result;
}

/** Compiles a program with the first of the given flag sets that works. */
function build(output, { sources, ways, cc = compiler }) {
  if (isCurrent(output)) return;
  replace(output, (part) => {
    for (const [index, way] of ways.entries()) {
      const result = compile(cc, [...common, ...way, "-o", part, ...sources]);
      if (result.ok) return;
      if (index === ways.length - 1)
        fail(`${cc} could not build ${relative(root, output)}:\n${result.complaint}`);
    }
  });
}

/**
 * A `tmux` call costs half as much without libc's start-up. Where the linker cannot set the entry, the ordinary entry
 * does the same work.
 */
function buildClient(ways) {
  const output = join(root, "bin/mullion");
  if (isCurrent(output)) return;
  const object = join(native, "build/fast-path.o");
  const fast =
    hasFastPath && compile(compiler, [...common, ...withoutLibc, "-c", fastPath, "-o", object]).ok
      ? [[...ways[0], "-Wl,-e,fast_start", object]]
      : [];
  build(output, { sources: client, ways: [...fast, ...ways.map((way) => [...way, fastPath])] });
}

function buildPrograms() {
  const ways = linkings.map((linking) => [...optimised, ...linking]);
  build(join(native, "build/mullion-holder"), { sources: holder, ways });
  build(join(native, "build/peer-uid.node"), { sources: addon, ways: addonWays });
  buildClient(ways);
  linkNames(join(root, "bin"));
}

/**
 * Returns the source that turns the leak checker off where it may hang. On Linux on arm64 it can stop a program at its exit
 * forever (seen with gcc 12 and clang 14 on Linux 6.18: at every exit in one hour, at none in another), so no probe can decide.
 * The runs on x64 find leaks.
 */
function leakCheck() {
  if (process.platform !== "linux" || process.arch !== "arm64") return [];
  console.log("native: leaks are not checked on Linux on arm64, where the leak checker may hang");
  return ["fuzz/no-leak-check.c"];
}

function buildSanitised() {
  const directory = join(native, "build/sanitize");
  const leaks = leakCheck();
  build(join(directory, "mullion-holder"), { sources: [...holder, ...leaks], ways: [sanitised] });
  const fast = hasFastPath ? [...hosted, "client/hosted-system-calls.c"] : [fastPath];
  build(join(directory, "mullion"), { sources: [...client, ...fast, ...leaks], ways: [sanitised] });
  linkNames(directory);
}

function hasLibFuzzer() {
  const probe = spawnSync("clang", ["-fsanitize=fuzzer", "-x", "c", "-", "-o", "/dev/null"], {
    input:
      "int LLVMFuzzerTestOneInput(const unsigned char *d, unsigned long n) { return (int)(d && n && 0); }",
  });
  return probe.status === 0;
}

function buildFuzzer(target, runSeconds, leaks) {
  const output = join(native, `build/${target}-fuzz`);
  const seeds = join(native, `build/${target}-fuzz-seeds`);
  const sources = [...fuzzers[target], ...leaks];
  const libFuzzer = hasLibFuzzer();
  if (libFuzzer) build(output, { sources, ways: [[...sanitised, "-fsanitize=fuzzer"]], cc: "clang" });
  else build(output, { sources: [...sources, "fuzz/read-files.c"], ways: [sanitised] });
  writeSeeds(target, seeds);
  if (runSeconds === undefined) return;
  const args = libFuzzer
    ? [
        `-max_total_time=${runSeconds}`,
        "-print_final_stats=1",
        "-timeout=5",
        `-artifact_prefix=${native}/build/`,
        seeds,
      ]
    : readdirSync(seeds).map((name) => join(seeds, name));
  const run = spawnSync(output, args, { stdio: "inherit" });
  if (run.status !== 0) fail("the fuzzer found a fault");
}

const run = process.argv.indexOf("--run");
const runSeconds = run < 0 ? undefined : Number(process.argv[run + 1] ?? 20);
if (process.argv.includes("--fuzz")) {
  const leaks = leakCheck();
  for (const target of Object.keys(fuzzers)) buildFuzzer(target, runSeconds, leaks);
} else if (process.argv.includes("--sanitize")) buildSanitised();
else buildPrograms();
