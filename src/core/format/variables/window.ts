import { formatLayout } from "../../layout/layout-string.ts";
import { markedTarget } from "../../target/current-target.ts";
import type { Client, Winlink } from "../../tree/tree.ts";
import type { Scope } from "../scope.ts";
import { flag, listed, numeral, printed, seconds, type VariableGroup } from "./variable.ts";

/** Size of a cell in pixels that tmux assumes until a terminal reports one. */
const CELL_HEIGHT = "32";
const CELL_WIDTH = "16";

export const windowVariables: VariableGroup = {
  window_active: ({ link }) => flag(link && link === link.session.current),
  window_active_clients: (scope) => numeral(activeClients(scope)?.length),
  window_active_clients_list: (scope) => listed(activeClients(scope)?.map((client) => client.name)),
  window_active_sessions: ({ link }) => numeral(link && activeLinks(link).length),
  window_active_sessions_list: ({ link }) =>
    link && listed(activeLinks(link).map(({ session }) => session.name)),
  window_activity: ({ window }) => seconds(window?.activity),
  window_activity_flag: printed(({ link }) => flag(link?.activity)),
  window_bell_flag: printed(({ link }) => flag(link?.bell)),
  window_cell_height: ({ window }) => window && CELL_HEIGHT,
  window_cell_width: ({ window }) => window && CELL_WIDTH,
  window_end_flag: ({ link }) => flag(link && link === link.session.links.at(-1)),
  window_flags: printed(({ link }) => link && windowFlags(link).replace("#", "##")),
  window_format: ({ kind }) => flag(kind === "window"),
  window_height: ({ window }) => numeral(window?.rows),
  window_id: ({ window }) => window?.id,
  window_index: ({ link }) => numeral(link?.index),
  window_last_flag: ({ link }) => flag(link && link === link.session.lastLinks[0]),
  window_layout: ({ window }) => window && formatLayout(window.savedLayout ?? window.layout),
  window_linked: ({ link }) => flag(link && isLinked(link)),
  window_linked_sessions: ({ link }) => numeral(link?.window.links.length),
  window_linked_sessions_list: ({ link }) => listed(link?.window.links.map(({ session }) => session.name)),
  window_marked_flag: ({ link, server }) => flag(link && markedTarget(server)?.link === link),
  window_name: ({ window }) => window?.name,
  window_panes: ({ window }) => numeral(window?.panes.length),
  window_raw_flags: printed(({ link }) => link && windowFlags(link)),
  window_silence_flag: printed(({ link }) => flag(link?.silence)),
  window_stack_index: ({ link }) => numeral(link && link.session.lastLinks.indexOf(link) + 1),
  window_start_flag: ({ link }) => flag(link && link === link.session.links[0]),
  window_visible_layout: ({ window }) => window && formatLayout(window.layout),
  window_width: ({ window }) => numeral(window?.cols),
  window_zoomed_flag: ({ window }) => flag(window?.zoomed),
};

/** Flags for activity, bell, silence, current, last, marked, zoomed. */
function windowFlags(link: Winlink): string {
  const { session, window } = link;
  const signs: readonly (readonly [string, boolean])[] = [
    ["#", link.activity],
    ["!", link.bell],
    ["~", link.silence],
    ["*", link === session.current],
    ["-", link === session.lastLinks[0]],
    ["M", link === markedTarget(session.server)?.link],
    ["Z", window.zoomed],
  ];
  return signs.flatMap(([sign, shown]) => (shown ? [sign] : [])).join("");
}

/** Whether the window is linked into sessions outside the group of its own session. */
function isLinked({ session, window }: Winlink): boolean {
  const group = session.group === undefined ? undefined : session.server.groups.get(session.group);
  return window.links.length !== (group?.length ?? 1);
}

function activeLinks({ window }: Winlink): readonly Winlink[] {
  return window.links.filter((link) => link.session.current === link);
}

function activeClients({ link, server }: Scope): readonly Client[] | undefined {
  return link && server.clients.filter(({ session }) => session?.current.window === link.window);
}
