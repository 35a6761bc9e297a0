import { defineCommand } from "../define-command.ts";
import { numbered, printRows } from "../formats/expand.ts";

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
    const { args, server } = run;
    const rows = () => numbered(server.sessionsByName().map((session) => ({ session })));
    return printRows(run, rows, { template: args.F ?? TEMPLATE, filter: args.f });
  },
});
