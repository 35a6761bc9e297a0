import { accessSync, constants, readFileSync } from "node:fs";
import { join } from "node:path";
import { loadPeerUid } from "../../wire/peer-uid.ts";
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
      checkPeers(root),
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

/** Without it the daemon cannot tell users apart, and serves no socket that others can reach. */
function checkPeers(root: string) {
  try {
    loadPeerUid(join(root, "native/build/peer-uid.node"));
    return good("the user at the other end of a socket is checked");
  } catch (error) {
    return bad(
      `the user at the other end of a socket cannot be checked: sockets that others can reach are refused (${(error as Error).message})`,
      `(cd ${root} && node native/build.mjs --force)`,
    );
  }
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
