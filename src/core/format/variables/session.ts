import { markedTarget } from "../../target/current-target.ts";
import type { Session, Winlink } from "../../tree/tree.ts";
import type { Scope } from "../scope.ts";
import { flag, listed, numeral, seconds, type VariableGroup } from "./variable.ts";

export const sessionVariables: VariableGroup = {
  active_window_index: ({ session }) => numeral(session?.current.index),
  last_window_index: ({ session }) => numeral(session?.links.at(-1)?.index),
  session_activity: ({ session }) => seconds(session?.activity),
  session_alerts: ({ session }) => session?.links.map(alerts).filter(Boolean).join(","),
  session_attached: ({ session }) => numeral(session?.attached),
  session_attached_list: (scope) => clientsOf(scope, scope.session && [scope.session]),
  session_created: ({ session }) => seconds(session?.created),
  session_format: ({ kind }) => flag(kind === "session"),
  session_group: ({ session }) => session?.group,
  session_group_attached: (scope) => numeral(groupAttached(scope)),
  session_group_attached_list: (scope) => clientsOf(scope, groupOf(scope)),
  session_group_list: (scope) => listed(groupOf(scope)?.map((session) => session.name)),
  session_group_many_attached: (scope) => flag(isMany(groupAttached(scope))),
  session_group_size: (scope) => numeral(groupOf(scope)?.length),
  session_grouped: ({ session }) => flag(session && session.group !== undefined),
  session_id: ({ session }) => session?.id,
  session_last_attached: ({ session }) => seconds(session?.lastAttached),
  session_many_attached: ({ session }) => flag(isMany(session?.attached)),
  session_marked: ({ session, server }) => flag(session && markedTarget(server)?.session === session),
  session_name: ({ session }) => session?.name,
  session_path: ({ session }) => session?.cwd,
  session_stack: ({ session }) =>
    session && [session.current, ...session.lastLinks].map((link) => link.index).join(","),
  session_windows: ({ session }) => numeral(session?.links.length),
};

/** The index of a window with alerts, and a sign for each alert; "" without any. */
function alerts({ index, activity, bell, silence }: Winlink): string {
  const signs = `${activity ? "#" : ""}${bell ? "!" : ""}${silence ? "~" : ""}`;
  return signs && `${index}${signs}`;
}

function groupOf({ server, session }: Scope): readonly Session[] | undefined {
  return session?.group === undefined ? undefined : server.groups.get(session.group);
}

function groupAttached(scope: Scope): number | undefined {
  return groupOf(scope)?.reduce((sum, session) => sum + session.attached, 0);
}

function isMany(count: number | undefined): boolean | undefined {
  return count === undefined ? undefined : count > 1;
}

function clientsOf({ server }: Scope, sessions: readonly Session[] | undefined): string | undefined {
  const clients = server.clients.filter(({ session }) => session && sessions?.includes(session));
  return listed(clients.map((client) => client.name));
}
