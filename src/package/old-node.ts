/** The oldest Node that runs this package; package.json's `engines` and native/client/node.c say the same. */
const OLDEST = [20, 19] as const;
export const OLDEST_NODE = OLDEST.join(".");

/**
 * Why this Node cannot run the package, or undefined. This file and those that begin with it are written so that a Node of
 * 2020 can read them: it must get as far as this sentence.
 */
export function oldNode(version: string = process.versions.node): string | undefined {
  if (!isOldNode(version)) return undefined;
  return `Node ${version} (${process.execPath}) is too old: Mullion needs Node ${OLDEST_NODE} or newer on PATH, or named in MULLION_NODE`;
}

export function isOldNode(version: string): boolean {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return !(major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1]));
}
