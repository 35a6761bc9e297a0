import { hostname } from "node:os";
import { basename } from "node:path";
import { OWN_SERVER } from "../../cli/own-server.ts";
import { programName } from "../../core/agent/program-name.ts";
import type { FormatHost } from "../../core/format/context.ts";
import { expandFormat } from "../../core/format/expand-format.ts";
import { legible } from "../../core/text/legible.ts";
import { TMUX_VERSION } from "../../core/tree/pane-start.ts";
import type { Pane } from "../../core/tree/tree.ts";
import { timeZone } from "../../doors/tmux/formats/time-zone.ts";
import { ownUserId } from "../../processes/platform.ts";
import { owner } from "../system/users.ts";

const host: FormatHost = {
  hostname: hostname(),
  pid: process.pid,
  uid: ownUserId(),
  user: owner().username,
  version: TMUX_VERSION,
  configFiles: [],
  zone: timeZone,
  runJob: () => "",
};

/** What ended when the machine stopped, and how to go on. It wraps in a narrow pane: the command must be readable. */
function stopMessage({ id, start, window }: Pane): string {
  const { socketPath } = window.server;
  const server = basename(socketPath) === OWN_SERVER ? "" : ` -L ${basename(socketPath)}`;
  const program = legible(programName(start.argv));
  return `${program} ended: the machine stopped. To go on: mullion restore ${id}${server}`;
}

/** The line that remains on a pane whose process ended: remain-on-exit-format, as wide as the pane. */
export function deathMessage(pane: Pane): string {
  const { window, options, cols } = pane;
  if (pane.exit?.stopped) return stopMessage(pane);
  const format = options.get("remain-on-exit-format") ?? "";
  const text = expandFormat(format, {
    server: window.server,
    host,
    now: Date.now(),
    window,
    pane,
    noJobs: true,
  });
  return text.slice(0, cols);
}
