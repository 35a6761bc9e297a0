import { defineCommand } from "../define-command.ts";
import { numbered, printRows } from "../formats/expand.ts";

const TEMPLATE =
  "#{client_name}: #{session_name} [#{client_width}x#{client_height} #{client_termname}] #{?#{!=:#{client_uid},#{uid}},[user #{?client_user,#{client_user},#{client_uid},}] ,}#{?client_flags,(,}#{client_flags}#{?client_flags,),}";

export const listClients = defineCommand({
  name: "list-clients",
  alias: "lsc",
  flags: "F:t:",
  max: 0,
  readonly: true,
  usage: "[-F format] [-t target-session]",
  target: "session",
  afterHook: true,
  run(run) {
    const { args, server, target } = run;
    const clients = server.clients.filter(
      ({ session }) => session && (args.t === undefined || session === target.session),
    );
    const rows = numbered(clients.map((client) => ({ client })));
    return printRows(run, () => rows, { template: args.F ?? TEMPLATE, filter: undefined });
  },
});
