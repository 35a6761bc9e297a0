import { panesOf } from "../describe-tree.ts";
import { otherPackage, SWITCH } from "../other-package.ts";
import { bad, type Check, type CheckInput, type Finding, good, note } from "./finding.ts";

export const checkDaemon: Check = {
  name: "daemon",
  run: (input) => [
    explain(input),
    ...(input.tree?.warnings ?? []).map(({ text }) => bad(text, "see docs/durability.md")),
  ],
};

function explain({ daemon, tree, version, places, root }: CheckInput): Finding {
  if (daemon.kind === "absent") return note("no daemon runs", "any verb starts it, such as: mullion up");
  if (daemon.kind === "silent") {
    return bad(`the daemon took a call and did not answer (log: ${places.log})`, "mullion down --force");
  }
  if (daemon.kind === "refused") {
    return bad(
      `the daemon refused a call: ${daemon.sentence}`,
      "mullion upgrade: this version takes over, and panes stay",
    );
  }
  if (tree === undefined) return bad(`the daemon failed: ${daemon.stderr.trim()}`, `read ${places.log}`);
  if (tree.daemon.version !== version) {
    return note(
      `the running daemon is ${tree.daemon.version}, this program is ${version}`,
      "mullion upgrade: the new one takes over, and panes stay",
    );
  }
  const other = otherPackage(tree.daemon.root, root);
  if (other !== undefined)
    return note(`the running daemon is from ${other}, this program from ${root}`, SWITCH);
  const panes = new Set(panesOf(tree).map(({ server, id }) => `${server} ${id}`)).size;
  return good(`runs as process ${tree.daemon.pid}, panes: ${panes}, servers: ${tree.servers.length}`);
}
