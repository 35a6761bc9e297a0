import { defineCommand } from "../define-command.ts";
import { printRows } from "../formats/expand.ts";
import { freshPanes } from "../formats/fresh-panes.ts";

const TEMPLATE =
  "#{session_name}: #{session_windows} windows (created #{t:session_created})#{?session_grouped, (group ,}#{session_group}#{?session_grouped,),}#{?session_attached, (attached),}";

export const listSessions = defineCommand({
  name: "list-sessions",
  alias: "ls",
  flags: "F:f:",
  max: 0,
  usage: "[-F format] [-f filter]",
  afterHook: true,
  run(run) {
    const { args, server, door } = run;
    const template = args.F ?? TEMPLATE;
    const panes = server.sessionsByName().map(({ current }) => current.window.active);
    const list = () => {
      const rows = server.sessionsByName().map((session) => ({ session }));
      printRows(run, rows, { template, filter: args.f });
    };
    return freshPanes(door, template + (args.f ?? ""), panes)?.then(list) ?? list();
  },
});
