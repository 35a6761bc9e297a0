#!/usr/bin/env node
/**
 * Builds the native part with the machine's own C compiler ($CC, else `cc`).
 *
 *   node native/build.mjs                      bin/mullion, bin/tmux, bin/mullion-pane-backend, native/build/mullion-holder,
 *                                              native/build/peer-uid.node
 *   node native/build.mjs --sanitize           the same with ASan and UBSan, in native/build/sanitize/
 *   node native/build.mjs --fuzz               native/build/frame-fuzz, drawing-fuzz, conversation-fuzz: libFuzzer where clang has it, else plain
 *                                              readers of files
 *   node native/build.mjs --fuzz --run 20      … and runs each for 20 seconds
 *
 * An output that is newer than every source is left alone; `--force` builds it anyway.
 */
import { spawnSync } from "node:child_process";
import { existsSync, linkSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { writeSeeds } from "./fuzz/seeds.mjs";

const native = dirname(fileURLToPath(import.meta.url));
const root = dirname(native);
const compiler = process.env.CC || "cc";

const shared = ["frame.c", "io.c", "platform.c", "signals.c"];
const holder = [
  "launcher.c",
  "launch.c",
  "listening.c",
  "conversation.c",
  "holder.c",
  "closing.c",
  "connection.c",
  "drawing.c",
  "drawing-pen.c",
  "pane.c",
  "input.c",
  "lending.c",
  "lent-terminal.c",
  "output.c",
  ...shared,
];
const client = [
  "client.c",
  "client-messages.c",
  "cold-verbs.c",
  "bridge.c",
  "terminal.c",
  "tmux-flags.c",
  "typed.c",
  "runtime-directory.c",
  "reach-daemon.c",
  "shared-socket.c",
  "daemon-start.c",
  "patience.c",
  "answer-watch.c",
  ...shared,
];
const fastPath = "fast-path.c";
const addon = ["peer-uid.c"];
const fuzzers = {
  frame: ["fuzz/frame-fuzz.c", ...shared],
  drawing: ["fuzz/drawing-fuzz.c", "drawing.c", "drawing-pen.c"],
  conversation: [
    "fuzz/conversation-fuzz.c",
    ...holder.filter((file) => !["launcher.c", "launch.c", "holder.c"].includes(file)),
  ],
};

const warnings =
  "-Wall -Wextra -Wshadow -Wpedantic -Wconversion -Wstrict-prototypes -Wmissing-prototypes -Wvla";
const common = [
  ..."-std=c11 -D_GNU_SOURCE -D_DARWIN_C_SOURCE -fno-common -I.".split(" "),
  ...warnings.split(" "),
  // A stranger's newer compiler may warn of something new; that must not keep them from installing.
  ...(existsSync(join(root, ".git")) ? ["-Werror"] : []),
  `-DMULLION_NODE=${JSON.stringify(process.execPath)}`,
];
const optimised = ["-O2", "-fstack-protector-strong"];
const sanitised =
  "-O1 -g -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=all".split(" ");
// A static program starts in 0.37 ms, a dynamic one in 0.51 ms; not every system has static libraries.
const linkings = process.platform === "linux" ? [["-static"], []] : [[]];
const hasFastPath = process.platform === "linux" && ["x64", "arm64"].includes(process.arch);
// Loaded by Node, which has all that it refers to: no library is linked, so one file serves every libc.
const addonWays =
  process.platform === "linux"
    ? [["-O2", "-shared", "-fPIC", "-nostdlib"]]
    : [["-O2", "-bundle", "-undefined", "dynamic_lookup"]];
// It runs before libc does, so the compiler must not call libc behind its back.
const withoutLibc =
  "-O2 -ffreestanding -fno-builtin -fno-stack-protector -fno-tree-loop-distribute-patterns -DMULLION_FAST_PATH".split(
    " ",
  );

function fail(sentence) {
  console.error(`native: ${sentence}`);
  process.exit(1);
}

/** All sources and headers, and this file: they are few, so a change of any rebuilds everything. */
function newestInput() {
  const paths = [native, join(native, "fuzz")].flatMap((directory) =>
    readdirSync(directory)
      .filter((name) => /\.(c|h|mjs)$/.test(name))
      .map((name) => join(directory, name)),
  );
  return Math.max(...paths.map((path) => statSync(path).mtimeMs));
}

function isCurrent(output) {
  return !process.argv.includes("--force") && existsSync(output) && statSync(output).mtimeMs > newestInput();
}

function compile(cc, args) {
  const run = spawnSync(cc, args, { cwd: native, encoding: "utf8" });
  if (run.error) {
    fail(
      `a C compiler is needed, and \`${cc}\` cannot be run (Debian: apt install build-essential; macOS: xcode-select --install).`,
    );
  }
  return { ok: run.status === 0, complaint: run.stderr };
}

/** Puts a new file in an output's place in one step, because the old one may be running. */
function replace(output, make) {
  const part = `${output}.${process.pid}`;
  mkdirSync(dirname(output), { recursive: true });
  rmSync(part, { force: true });
  make(part);
  renameSync(part, output);
  console.log(`native: built ${relative(root, output)}`);
}

/** Compiles a program, with the first of the given ways that works. */
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

/** They are the same program under other names. */
function linkNames(directory) {
  for (const name of ["tmux", "mullion-pane-backend"]) {
    const path = join(directory, name);
    if (!isCurrent(path)) replace(path, (part) => linkSync(join(directory, "mullion"), part));
  }
}

/** A call of `tmux` costs half without libc's start; where that cannot be had, the ordinary entry does the same. */
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

function buildSanitised() {
  const directory = join(native, "build/sanitize");
  build(join(directory, "mullion-holder"), { sources: holder, ways: [sanitised] });
  build(join(directory, "mullion"), { sources: [...client, fastPath], ways: [sanitised] });
  linkNames(directory);
}

function hasLibFuzzer() {
  const probe = spawnSync("clang", ["-fsanitize=fuzzer", "-x", "c", "-", "-o", "/dev/null"], {
    input:
      "int LLVMFuzzerTestOneInput(const unsigned char *d, unsigned long n) { return (int)(d && n && 0); }",
  });
  return probe.status === 0;
}

function buildFuzzer(target, runSeconds) {
  const output = join(native, `build/${target}-fuzz`);
  const seeds = join(native, `build/${target}-fuzz-seeds`);
  const sources = fuzzers[target];
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
if (process.argv.includes("--fuzz"))
  for (const target of Object.keys(fuzzers)) buildFuzzer(target, runSeconds);
else if (process.argv.includes("--sanitize")) buildSanitised();
else buildPrograms();
