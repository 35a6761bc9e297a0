import { programs } from "../../package/programs.ts";
import { loadPeerUid } from "../../wire/peer-uid.ts";
import { isExecutable } from "../executables.ts";
import { bad, type Check, good } from "./finding.ts";

export const checkInstallation: Check = {
  name: "installation",
  run({ root, version }) {
    const { mullion, tmux, holder, peerUid } = programs(root);
    const missing = [mullion, tmux, holder].filter((path) => !isExecutable(path));
    const fix = `install Mullion again; in a checkout: (cd ${root} && node native/build.mjs --force)`;
    return [
      missing.length === 0
        ? good(`Mullion ${version} in ${root}`)
        : bad(`${missing.join(", ")} is missing`, fix),
      // A Node that is too old never gets here: src/package/old-node.ts rejects it.
      good(`Node ${process.versions.node}: ${process.execPath}`),
      checkPeers(peerUid, fix),
    ];
  },
};

/** Without the addon the daemon cannot distinguish users, and serves no socket that others can reach. */
function checkPeers(addon: string, fix: string) {
  try {
    loadPeerUid(addon);
    return good("the user at the other end of a socket is checked");
  } catch (error) {
    return bad(
      `the user at the other end of a socket cannot be checked: sockets that others can reach are refused (${(error as Error).message})`,
      fix,
    );
  }
}
