import { MuxError } from "../core/errors.ts";
import type { PaneId } from "../core/ids.ts";
import type { Mux } from "../core/mux.ts";
import type { Pane } from "../core/tree/pane.ts";
import type { Session } from "../core/tree/session.ts";
import type { CliContext, EndedPane } from "./context.ts";
import { chooseServer, OWN_SERVER, serverName, serversNamed } from "./own-server.ts";
import { PaneEnded } from "./pane-ended.ts";

export type Found =
  | { readonly kind: "pane"; readonly mux: Mux; readonly pane: Pane }
  | { readonly kind: "session"; readonly mux: Mux; readonly session: Session };

/**
 * `%3` is a pane; anything else is the exact name (or `$id`) of a session. Nothing is guessed. Throws PaneEnded for one that
 * was there.
 */
export function findPaneOrSession(context: CliContext, target: string, named: string | undefined): Found {
  const found = findOrEnded(context, target, named);
  if (found.kind !== "ended") return found;
  throw new PaneEnded(`pane ${found.ended.pane} has ended`);
}

/** As findPaneOrSession, for who asks just how it ended. */
export function findOrEnded(
  context: CliContext,
  target: string,
  named: string | undefined,
): Found | { readonly kind: "ended"; readonly ended: EndedPane } {
  const living = lookUpIn(context, target, named ?? OWN_SERVER);
  if (living) return living;
  const ended = context.endedPane(named ?? OWN_SERVER, target);
  if (ended) return { kind: "ended", ended };
  const mux = chooseServer(context, named);
  const elsewhere = context.servers().filter((other) => other !== mux && lookUp(other, target) !== undefined);
  const hint =
    elsewhere.map((other) => `; server ${serverName(other)} has one: add -L ${serverName(other)}`)[0] ?? "";
  const what = target.startsWith("%") ? "pane" : "session";
  const code = what === "pane" ? "no-such-pane" : "no-such-session";
  throw new MuxError(
    code,
    `there is no ${what} ${JSON.stringify(target).slice(1, -1)} in server ${named ?? OWN_SERVER}${hint}`,
  );
}

/** A pane, or the active one of a session. */
export function findPane(
  context: CliContext,
  target: string,
  named: string | undefined,
): { mux: Mux; pane: Pane } {
  return paneOf(findPaneOrSession(context, target, named));
}

export function paneOf(found: Found): { mux: Mux; pane: Pane } {
  if (found.kind === "pane") return found;
  return { mux: found.mux, pane: found.session.current.window.active };
}

/** Only where the name is that of one server: else somebody has to choose. */
function lookUpIn(context: CliContext, target: string, named: string): Found | undefined {
  const servers = serversNamed(context, named);
  return servers.length === 1 ? lookUp(servers[0]!, target) : undefined;
}

function lookUp(mux: Mux, target: string): Found | undefined {
  const { server } = mux;
  if (target.startsWith("%")) {
    const pane = server.panes.get(target as PaneId);
    return pane && { kind: "pane", mux, pane };
  }
  const session = target.startsWith("$")
    ? [...server.sessions.values()].find(({ id }) => id === target)
    : server.sessionNamed(target);
  return session && { kind: "session", mux, session };
}

/** Option of every verb that names a pane or a session. */
export const SERVER_OPTION = {
  short: "L",
  value: "SERVER",
  completes: "server",
  summary: `server by name or socket path (default: ${OWN_SERVER})`,
} as const;
