import { hostname } from "node:os";
import type { FormatHost } from "../../core/format/context.ts";
import { expandFormat } from "../../core/format/expand-format.ts";
import type { Pane } from "../../core/tree/tree.ts";
import { timeZone } from "../../doors/tmux/formats/time-zone.ts";
import { owner } from "../system/users.ts";
import { TMUX_VERSION } from "../system/version.ts";

const host: FormatHost = {
  hostname: hostname(),
  pid: process.pid,
  uid: process.getuid!(),
  user: owner().username,
  version: TMUX_VERSION,
  configFiles: [],
  zone: timeZone,
  runJob: () => "",
};

/** The line that remains on a pane whose process ended: remain-on-exit-format, as wide as the pane. */
export function deathMessage(pane: Pane): string {
  const { window, options, cols } = pane;
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
