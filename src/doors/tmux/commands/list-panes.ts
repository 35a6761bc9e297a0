import type { Session, Winlink } from "../../../core/tree/tree.ts";
import { defineCommand } from "../define-command.ts";
import { numbered, printRows } from "../formats/expand.ts";

const PANE =
  "[#{pane_width}x#{pane_height}] [history #{history_size}/#{history_limit}, #{history_bytes} bytes] #{pane_id}#{?pane_active, (active),}#{?pane_dead, (dead),}";
const TEMPLATES = {
  window: `#{pane_index}: ${PANE}`,
  session: `#{window_index}.#{pane_index}: ${PANE}`,
  server: `#{session_name}:#{window_index}.#{pane_index}: ${PANE}`,
};

export const listPanes = defineCommand({
  name: "list-panes",
  alias: "lsp",
  flags: "asF:f:t:",
  max: 0,
  usage: "[-as] [-F format] [-f filter] [-t target-window]",
  target: "window",
  afterHook: true,
  run(run) {
    const { args, server, target } = run;
    const scope = args.a ? "server" : args.s ? "session" : "window";
    const template = args.F ?? TEMPLATES[scope];
    const links = {
      server: () => linksOf(server.sessionsByName()),
      session: () => target.session.links,
      window: () => [target.link],
    };
    const chosen = links[scope]();
    return printRows(run, () => chosen.flatMap(rowsOf), { template, filter: args.f });
  },
});

function linksOf(sessions: readonly Session[]): readonly Winlink[] {
  return sessions.flatMap(({ links }) => links);
}

function rowsOf(link: Winlink) {
  return numbered(link.window.panes.map((pane) => ({ session: link.session, link, pane })));
}
