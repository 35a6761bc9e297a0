import { hintOfPane } from "../../panes/hints.ts";
import type { PanePlace } from "../../panes/host.ts";
import type { DaemonPaths } from "../paths.ts";

/**
 * The variables of a pane's process beside tmux's own: our `tmux` first on PATH, and the way to call this daemon, under
 * the names of the pane-backend protocol.
 */
export function paneEnvironment(
  { bin, socket }: Pick<DaemonPaths, "bin" | "socket">,
  place: PanePlace,
  inherited: ReadonlyMap<string, string>,
): [name: string, value: string][] {
  return [
    ...jobEnvironment({ bin }, inherited),
    ["CLAUDE_PANE_BACKEND_SOCKET", socket],
    ["CLAUDE_PANE_BACKEND_SESSION_ID", hintOfPane(place)],
  ];
}

/** The variables that every process we start needs to call the daemon: hooks and run-shell call `tmux` too. */
export function jobEnvironment(
  { bin }: Pick<DaemonPaths, "bin">,
  inherited: ReadonlyMap<string, string>,
): [name: string, value: string][] {
  const others = (inherited.get("PATH") ?? "").split(":").filter((directory) => directory !== bin);
  const own = process.env.MULLION_DIR;
  return [["PATH", [bin, ...others].join(":")], ...(own ? [["MULLION_DIR", own] as [string, string]] : [])];
}
