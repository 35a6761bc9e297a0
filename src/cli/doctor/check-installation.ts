import { accessSync, constants, readFileSync } from "node:fs";
import { join } from "node:path";
import { bad, type Check, good } from "./finding.ts";

const PROGRAMS = ["bin/mullion", "bin/tmux", "native/build/mullion-holder"];

export const checkInstallation: Check = {
  name: "installation",
  run({ root, version }) {
    const missing = PROGRAMS.filter((path) => !isExecutable(join(root, path)));
    return [
      missing.length === 0
        ? good(`Mullion ${version} in ${root}`)
        : bad(`${missing.join(", ")} is missing in ${root}`, `(cd ${root} && node native/build.mjs)`),
      checkNode(root),
    ];
  },
};

function checkNode(root: string) {
  const wanted = JSON.parse(readFileSync(join(root, "package.json"), "utf8")).engines.node as string;
  const { node } = process.versions;
  return isAtLeast(node, wanted.replace(/^>=/, ""))
    ? good(`Node ${node}`)
    : bad(
        `Node ${node} is older than Mullion needs (${wanted})`,
        "install a newer Node, then build again: npm ci",
      );
}

export function isAtLeast(version: string, wanted: string): boolean {
  const [have, need] = [version, wanted].map((text) => text.split(".").map(Number));
  for (let part = 0; part < need!.length; part++) {
    if ((have![part] ?? 0) !== need![part]) return (have![part] ?? 0) > need![part]!;
  }
  return true;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
