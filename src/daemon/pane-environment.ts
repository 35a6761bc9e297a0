import type { PanePlace } from "../native/host.ts";
import { hintOfPane } from "../native/teams.ts";
import type { DaemonPaths } from "./paths.ts";

/**
 * What a pane's process finds in its environment beside tmux's own: our `tmux` first on PATH, and the way back to us, under
 * the names of the pane-backend protocol.
 */
export function paneEnvironment(
  { root, socket }: Pick<DaemonPaths, "root" | "socket">,
  place: PanePlace,
  inherited: ReadonlyMap<string, string>,
): [name: string, value: string][] {
  const bin = `${root}/bin`;
  const others = (inherited.get("PATH") ?? "").split(":").filter((directory) => directory !== bin);
  const entries: [string, string][] = [
    ["PATH", [bin, ...others].join(":")],
    ["CLAUDE_PANE_BACKEND_SOCKET", socket],
    ["CLAUDE_PANE_BACKEND_SESSION_ID", hintOfPane(place)],
  ];
  const own = process.env.MULLION_DIR;
  if (own) entries.push(["MULLION_DIR", own]);
  return entries;
}
