import type { Session, Winlink } from "../../../core/tree/tree.ts";
import { defineCommand } from "../define-command.ts";
import { expand, numbered, printRows } from "../formats/expand.ts";

const SESSION_LINE =
  "#{session_name}: #{session_windows} windows (created #{t:session_created})#{?session_grouped, (group ,}#{session_group}#{?session_grouped,),}#{?session_attached, (attached),}";

export const listSessions = defineCommand({
  name: "list-sessions",
  alias: "ls",
  flags: "F:f:",
  usage: "[-F format] [-f filter]",
  afterHook: true,
  run(run) {
    const { args, server } = run;
    const rows = () => numbered(server.sessionsByName().map((session) => ({ session })));
    return printRows(run, rows, { template: args.F ?? SESSION_LINE, filter: args.f });
  },
});

const WINDOW_LINE =
  "#{window_index}: #{window_name}#{window_raw_flags} (#{window_panes} panes) [#{window_width}x#{window_height}] [layout #{window_layout}] #{window_id}#{?window_active, (active),}";
const SERVER_WINDOW_LINE =
  "#{session_name}:#{window_index}: #{window_name}#{window_raw_flags} (#{window_panes} panes) [#{window_width}x#{window_height}] ";

export const listWindows = defineCommand({
  name: "list-windows",
  alias: "lsw",
  flags: "F:f:at:",
  usage: "[-a] [-F format] [-f filter] [-t target-session]",
  target: "session",
  afterHook: true,
  run(run) {
    const { args, server, target } = run;
    const template = args.F ?? (args.a ? SERVER_WINDOW_LINE : WINDOW_LINE);
    const sessions = args.a ? server.sessionsByName() : [target.session];
    return printRows(run, () => sessions.flatMap(windowRows), { template, filter: args.f });
  },
});

function windowRows(session: Session) {
  return numbered(session.links.map((link) => ({ session, link })));
}

const PANE =
  "[#{pane_width}x#{pane_height}] [history #{history_size}/#{history_limit}, #{history_bytes} bytes] #{pane_id}#{?pane_active, (active),}#{?pane_dead, (dead),}";
const PANE_LINES = {
  window: `#{pane_index}: ${PANE}`,
  session: `#{window_index}.#{pane_index}: ${PANE}`,
  server: `#{session_name}:#{window_index}.#{pane_index}: ${PANE}`,
};

export const listPanes = defineCommand({
  name: "list-panes",
  alias: "lsp",
  flags: "asF:f:t:",
  usage: "[-as] [-F format] [-f filter] [-t target-window]",
  target: "window",
  afterHook: true,
  run(run) {
    const { args, server, target } = run;
    const scope = args.a ? "server" : args.s ? "session" : "window";
    const template = args.F ?? PANE_LINES[scope];
    const links = {
      server: () => server.sessionsByName().flatMap(({ links }) => links),
      session: () => target.session.links,
      window: () => [target.link],
    };
    const chosen = links[scope]();
    return printRows(run, () => chosen.flatMap(paneRows), { template, filter: args.f });
  },
});

function paneRows(link: Winlink) {
  return numbered(link.window.panes.map((pane) => ({ session: link.session, link, pane })));
}

const CLIENT_LINE =
  "#{client_name}: #{session_name} [#{client_width}x#{client_height} #{client_termname}] #{?#{!=:#{client_uid},#{uid}},[user #{?client_user,#{client_user},#{client_uid},}] ,}#{?client_flags,(,}#{client_flags}#{?client_flags,),}";

export const listClients = defineCommand({
  name: "list-clients",
  alias: "lsc",
  flags: "F:t:",
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
    return printRows(run, () => rows, { template: args.F ?? CLIENT_LINE });
  },
});

const BUFFER_LINE = '#{buffer_name}: #{buffer_size} bytes: "#{buffer_sample}"';

export const listBuffers = defineCommand({
  name: "list-buffers",
  alias: "lsb",
  flags: "F:f:",
  usage: "[-F format] [-f filter]",
  afterHook: true,
  run(run) {
    const { args, server } = run;
    const rows = server.buffers.list().map((buffer) => ({ buffer }));
    return printRows(run, () => rows, { template: args.F ?? BUFFER_LINE, filter: args.f });
  },
});

const COMMAND_LINE =
  "#{command_list_name}#{?command_list_alias, (#{command_list_alias}),} #{command_list_usage}";

export const listCommands = defineCommand({
  name: "list-commands",
  alias: "lscm",
  flags: "F:",
  max: 1,
  usage: "[-F format] [command]",
  startsServer: true,
  afterHook: true,
  run(run) {
    const { args, call, door } = run;
    const [wanted] = args.operands;
    for (const { name, alias, usage } of door.commands) {
      if (wanted !== undefined && wanted !== name && wanted !== alias) continue;
      const variables = new Map([
        ["command_list_name", name],
        ["command_list_alias", alias ?? ""],
        ["command_list_usage", usage],
      ]);
      const line = expand(run, args.F ?? COMMAND_LINE, { variables });
      if (line !== "") call.print(line);
    }
  },
});
