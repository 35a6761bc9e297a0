/** The oldest Node that runs this package; package.json's `engines` and native/client/node.c say the same. */
const OLDEST = [20, 19] as const;

/**
 * Why this Node cannot run the package, or undefined. This file and those that begin with it are written so that a Node of
 * 2020 can read them: it must get as far as this sentence.
 */
export function oldNode(version: string = process.versions.node): string | undefined {
  const [major, minor] = version.split(".").map(Number);
  if (major! > OLDEST[0] || (major === OLDEST[0] && minor! >= OLDEST[1])) return undefined;
  return `Node ${version} (${process.execPath}) is too old: Mullion needs Node ${OLDEST.join(".")} or newer on PATH, or named in MULLION_NODE`;
}
