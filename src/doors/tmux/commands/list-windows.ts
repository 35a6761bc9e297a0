import type { Session } from "../../../core/tree/tree.ts";
import { defineCommand } from "../define-command.ts";
import { numbered, printRows } from "../formats/expand.ts";

const TEMPLATE =
  "#{window_index}: #{window_name}#{window_raw_flags} (#{window_panes} panes) [#{window_width}x#{window_height}] [layout #{window_layout}] #{window_id}#{?window_active, (active),}";
const SERVER_TEMPLATE =
  "#{session_name}:#{window_index}: #{window_name}#{window_raw_flags} (#{window_panes} panes) [#{window_width}x#{window_height}] ";

export const listWindows = defineCommand({
  name: "list-windows",
  alias: "lsw",
  flags: "F:f:at:",
  max: 0,
  usage: "[-a] [-F format] [-f filter] [-t target-session]",
  target: "session",
  afterHook: true,
  run(run) {
    const { args, server, target } = run;
    const template = args.F ?? (args.a ? SERVER_TEMPLATE : TEMPLATE);
    const sessions = args.a ? server.sessionsByName() : [target.session];
    return printRows(run, () => sessions.flatMap(rowsOf), { template, filter: args.f });
  },
});

function rowsOf(session: Session) {
  return numbered(session.links.map((link) => ({ session, link })));
}
