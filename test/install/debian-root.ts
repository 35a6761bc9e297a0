import { spawnSync } from "node:child_process";
import { existsSync, lstatSync, mkdirSync, realpathSync, statSync } from "node:fs";
import { join } from "node:path";

/** Every Debian has these; a slim image has little more. */
const PACKAGES =
  "base-files base-passwd bash coreutils dash debianutils libacl1 libattr1 libc6 libgcc-s1 libgmp10 libpcre2-8-0 libselinux1 libstdc++6 libtinfo6 ncurses-base";

/** A slim image leaves these out too. */
const LEFT_OUT = /^\/usr\/share\/(?:doc|man|locale|info|lintian)\b/;

/** Whether this machine is a Debian, whose files can be copied; under CI=true it must be. */
export function needDebian(): boolean {
  const is = existsSync("/etc/debian_version");
  if (!is && process.env.CI === "true") throw new Error("this test needs a Debian system");
  return is;
}

/** Makes the root of a slim Debian from the files of the packages that this machine has installed. */
export function makeDebianRoot(image: string): void {
  const listed = spawnSync("dpkg-query", ["-L", ...PACKAGES.split(" ")], { encoding: "utf8" });
  if (listed.status !== 0) throw new Error(listed.stderr);
  const paths = [...new Set(listed.stdout.split("\n"))].filter(
    (path) => path.startsWith("/") && path !== "/." && !LEFT_OUT.test(path) && isThere(path),
  );
  // A link to a directory (/lib64, where the loader of x64 is) needs its directory, which no package lists.
  const linked = paths.filter(isLinkedDirectory).map((path) => realpathSync(path));
  const names = [...linked, ...paths].map((path) => path.slice(1)).join("\n");
  const packed = spawnSync("tar", ["-C", "/", "-cf", "-", "--no-recursion", "-T", "-"], {
    input: names,
    maxBuffer: 1 << 30,
  });
  const unpacked = spawnSync("tar", ["-C", image, "-xf", "-"], { input: packed.stdout, encoding: "utf8" });
  if (unpacked.status !== 0) throw new Error(unpacked.stderr);
  for (const path of ["dev", "proc", "tmp"]) mkdirSync(join(image, path), { recursive: true });
}

function isLinkedDirectory(path: string): boolean {
  return (
    lstatSync(path).isSymbolicLink() && (statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false)
  );
}

function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}
