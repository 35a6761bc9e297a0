import type { Session } from "../../../core/tree/tree.ts";
import { defineCommand } from "../define-command.ts";
import { printRows } from "../formats/expand.ts";
import { freshPanes } from "../formats/fresh-panes.ts";

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
    const { args, server, target, door } = run;
    const template = args.F ?? (args.a ? SERVER_TEMPLATE : TEMPLATE);
    const sessions = args.a ? server.sessionsByName() : [target.session];
    const panes = sessions.flatMap(({ links }) => links.map(({ window }) => window.active));
    const list = () => {
      for (const session of sessions) printRows(run, rowsOf(session), { template, filter: args.f });
    };
    return freshPanes(door, template + (args.f ?? ""), panes)?.then(list) ?? list();
  },
});

function rowsOf(session: Session) {
  return session.links.map((link) => ({ session, link }));
}
