import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { freshBundle } from "./fresh-bundle.ts";
import { programs, thisPlatform } from "./programs.ts";
import { type TarFile, tar } from "./tar.ts";

/** This package for one platform, as one archive. */
export interface PackageArchive {
  readonly version: string;
  /** The version and the beginning of the hash: packages with the same name are the same. */
  readonly name: string;
  readonly bytes: Buffer;
  /** SHA-256 of the bytes, in hexadecimal digits. */
  readonly sha256: string;
}

/** There is no archive; the message is a sentence without a full stop. */
export class NoArchive extends Error {
  override readonly name = "NoArchive";
}

const PREBUILT = "prebuilt/";

/**
 * Packs the package at `root` for a platform: what npm would install, with the native programs of that platform alone.
 * A checkout has compiled programs for its own platform, and those of others after `npm run prebuilt`.
 */
export function packageArchive(root: string, platform: string): PackageArchive {
  const { version, files } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    version: string;
    files: readonly string[];
  };
  if (freshBundle("bundle/cli.js") === undefined || freshBundle("daemon/bundle.js") === undefined)
    throw new NoArchive("this checkout was compiled after its bundles were made: npm run build makes them");
  const paths = ["package.json", ...packagedPaths(root, files)].filter((path) => !path.startsWith(PREBUILT));
  const all = [...paths.map((path) => fileAt(root, path)), ...nativePrograms(root, platform)];
  const bytes = tar(all.sort((a, b) => (a.path < b.path ? -1 : 1)));
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  return { version, name: `${version}-${sha256.slice(0, 12)}`, bytes, sha256 };
}

/** The files that the member `files` of package.json names: directories, files, one `*.js`, and exceptions. */
function packagedPaths(root: string, entries: readonly string[]): string[] {
  const exceptions = entries.flatMap((entry) => (entry.startsWith("!") ? [entry.slice(1)] : []));
  const isExcepted = (path: string) =>
    exceptions.some((exception) => path === exception || path.startsWith(`${exception}/`));
  const wanted = entries.filter((entry) => !entry.startsWith("!"));
  return wanted.flatMap((entry) => pathsOf(root, entry)).filter((path) => !isExcepted(path));
}

function pathsOf(root: string, entry: string): string[] {
  if (entry.endsWith("/*.js")) {
    const directory = entry.slice(0, -"*.js".length);
    return filesBelow(root, directory).filter((path) => path.endsWith(".js"));
  }
  const stat = statSync(join(root, entry), { throwIfNoEntry: false });
  if (!stat) return [];
  return stat.isDirectory() ? filesBelow(root, `${entry}/`) : [entry];
}

function filesBelow(root: string, directory: string): string[] {
  const names = readdirSync(join(root, directory), { recursive: true, encoding: "utf8" });
  return names.map((name) => directory + name).filter((path) => statSync(join(root, path)).isFile());
}

/** What a checkout has compiled is newer than what `npm run prebuilt` made there once. */
function nativePrograms(root: string, platform: string): TarFile[] {
  const directory = `${PREBUILT}${platform}/`;
  if (platform === thisPlatform) return ownPrograms(root, directory);
  if (existsSync(join(root, directory, "bin/mullion")))
    return filesBelow(root, directory).map((path) => fileAt(root, path));
  throw new NoArchive(
    `this Mullion has no programs for ${platform}: an installed package has them, and npm run prebuilt makes them in a checkout`,
  );
}

function ownPrograms(root: string, directory: string): TarFile[] {
  const { bin, holder, peerUid } = programs(root);
  const found: readonly (readonly [string, string])[] = [
    ...readdirSync(bin).map((name) => [`bin/${name}`, join(bin, name)] as const),
    ["mullion-holder", holder],
    ["peer-uid.node", peerUid],
  ];
  return found.map(([name, path]) => ({ ...fileAt("", path), path: directory + name }));
}

function fileAt(root: string, path: string): TarFile {
  const full = join(root, path);
  return { path, bytes: readFileSync(full), executable: (statSync(full).mode & 0o100) !== 0 };
}
