import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../fixtures/daemon.ts";

/**
 * macOS cannot be tested everywhere, so what differs there can be read in one place: src/processes/platform.ts and
 * native/shared/platform.{c,h}.
 */
const files = (directory: string, ending: RegExp) =>
  readdirSync(join(root, directory), { recursive: true, encoding: "utf8" })
    .filter((path) => ending.test(path) && !path.endsWith(".test.ts") && !path.includes("node_modules"))
    .map((path) => join(directory, path));

const mentions = (paths: readonly string[], wanted: RegExp) =>
  paths.filter((path) => wanted.test(withoutComments(readFileSync(join(root, path), "utf8"))));

const withoutComments = (text: string) => text.replaceAll(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm, "");

test("one file of TypeScript knows which system this is", () => {
  const platform = /process\.platform|["'`](?:darwin|linux)["'`]|["'`]\/proc\b/;
  expect(mentions(files("src", /\.ts$/), platform)).toEqual([
    "src/package/programs.ts", // names the directory of the platform's programs
    "src/processes/platform.ts",
  ]);
});

test("one file of TypeScript knows where the programs of a package are", () => {
  expect(mentions(files("src", /\.ts$/), /bin\/(?:mullion|tmux)\b/)).toEqual([
    "src/hosts/set-up.ts", // names the link on a host
    "src/package/package-archive.ts", // names the directory of another platform's programs
    "src/package/programs.ts",
  ]);
});

test("one place of C, beside the addon, knows which system this is", () => {
  const rooms = ["client", "holder", "launcher", "lending", "shared", "addon"];
  const sources = rooms.flatMap((room) => files(`native/${room}`, /\.[ch]$/));
  expect(mentions(sources, /__linux__|__APPLE__|"\/proc\//)).toEqual([
    "native/shared/platform.c",
    "native/shared/platform.h",
    "native/addon/peer-uid.c",
  ]);
});
