import { MuxError } from "../core/errors.ts";
import type { PaneId } from "../core/ids.ts";
import type { Mux } from "../core/mux.ts";
import { sessionName } from "../core/tree/session-name.ts";
import type { Pane, Session, Window } from "../core/tree/tree.ts";
import type { CliContext, EndedPane } from "./context.ts";
import { PaneEnded } from "./exit-status.ts";
import { chooseServer, OWN_SERVER, serverName, serversNamed } from "./own-server.ts";

export type Found =
  | { readonly kind: "pane"; readonly mux: Mux; readonly pane: Pane }
  | { readonly kind: "window"; readonly mux: Mux; readonly window: Window }
  | { readonly kind: "session"; readonly mux: Mux; readonly session: Session };

/**
 * Resolves a target: `%3`, `@2` and `$1` are ids. Anything else is the exact name of a session, or else the name that a
 * user gave to a window or a pane. A session's name may be given as its creator wrote it (`a.b:c`) or as tmux stores it
 * (`a_b_c`). Nothing is guessed: prefixes, patterns and automatic names do not match. The name that was given to a pane
 * is found on every server, unless one is named. Throws PaneEnded for a pane that has ended.
 */
export function findTarget(context: CliContext, target: string, named: string | undefined): Found {
  const found = findOrEnded(context, target, named);
  if (found.kind !== "ended") return found;
  throw new PaneEnded(`pane ${found.ended.pane} has ended`);
}

/** Like findTarget, for callers that need to know how a pane ended. */
export function findOrEnded(
  context: CliContext,
  target: string,
  named: string | undefined,
): Found | { readonly kind: "ended"; readonly ended: EndedPane } {
  if (target === "")
    throw new MuxError("no-such-session", "no pane is named: give its id, its name or its session");
  const living = lookUpIn(context, target, named ?? OWN_SERVER);
  if (living) return living;
  const ended = endedPane(context, target, named ?? OWN_SERVER);
  if (ended) return { kind: "ended", ended };
  const agent = named === undefined ? agentCalled(context, target) : undefined;
  if (agent) return agent;
  const mux = chooseServer(context, named);
  const elsewhere = context.servers().filter((other) => other !== mux && has(other, target));
  const hint =
    elsewhere.map((other) => `; server ${serverName(other)} has one: add -L ${serverName(other)}`)[0] ?? "";
  const { code, what } = KINDS[target.charAt(0)] ?? ANY_KIND;
  throw new MuxError(code, `there is no ${what} ${target} in server ${named ?? OWN_SERVER}${hint}`);
}

const KINDS: Readonly<
  Record<
    string,
    { readonly code: "no-such-pane" | "no-such-window" | "no-such-session"; readonly what: string }
  >
> = {
  "%": { code: "no-such-pane", what: "pane" },
  "@": { code: "no-such-window", what: "window" },
  $: { code: "no-such-session", what: "session" },
};
const ANY_KIND = { code: "no-such-session", what: "session, window or pane" } as const;

/** Whether the target names something that exists. */
export function isTarget(context: CliContext, target: string, named: string | undefined): boolean {
  return serversNamed(context, named ?? OWN_SERVER).some((mux) => has(mux, target));
}

/** Resolves a target to a pane: for a session or window, its active one. */
export function findPane(
  context: CliContext,
  target: string,
  named: string | undefined,
): { mux: Mux; pane: Pane } {
  return paneOf(findTarget(context, target, named));
}

export function paneOf(found: Found): { mux: Mux; pane: Pane } {
  if (found.kind === "pane") return found;
  const window = found.kind === "window" ? found.window : found.session.current.window;
  return { mux: found.mux, pane: window.active };
}

/** Undefined if several servers have the name: the caller must choose one. */
function lookUpIn(context: CliContext, target: string, named: string): Found | undefined {
  const servers = serversNamed(context, named);
  return servers.length === 1 ? lookUp(servers[0]!, target) : undefined;
}

function lookUp(mux: Mux, target: string): Found | undefined {
  return byId(mux, target) ?? sessionCalled(mux, target) ?? partCalled(mux, target);
}

function byId(mux: Mux, target: string): Found | undefined {
  const { panes, windows, sessions } = mux.server;
  const pane = panes.get(target as PaneId);
  if (pane) return { kind: "pane", mux, pane };
  const window = [...windows.values()].find(({ id }) => id === target);
  if (window) return { kind: "window", mux, window };
  const session = [...sessions.values()].find(({ id }) => id === target);
  return session && { kind: "session", mux, session };
}

function sessionCalled(mux: Mux, target: string): Found | undefined {
  const session = target === "" ? undefined : mux.server.sessionNamed(sessionName(target));
  return session && { kind: "session", mux, session };
}

/** Finds a window or a pane by the name that a user gave it. */
function partCalled(mux: Mux, target: string): Found | undefined {
  const found = partsCalled(mux, target);
  if (found.length <= 1) return found[0];
  const ids = found.map((part) => (part.kind === "window" ? part.window.id : part.pane.id));
  throw new MuxError(
    "no-such-target",
    `${found.length} windows or panes are called ${target}: give one of ${ids.join(", ")}`,
  );
}

function partsCalled(mux: Mux, target: string) {
  const windows = [...mux.server.windows.values()].filter(
    // With automatic-rename on, the name follows the program and identifies nothing.
    ({ name, options }) => name === target && options.get("automatic-rename") === "off",
  );
  const panes = [...mux.server.panes.values()].filter(({ metadata }) => metadata.get("name") === target);
  return [
    ...windows.map((window) => ({ kind: "window" as const, mux, window })),
    ...panes.map((pane) => ({ kind: "pane" as const, mux, pane })),
  ];
}

/** Finds a pane on any server by the name that was given to it. */
function agentCalled(context: CliContext, target: string): Found | undefined {
  const found = context
    .servers()
    .flatMap((mux) => partsCalled(mux, target).flatMap((part) => (part.kind === "pane" ? [part] : [])));
  if (found.length <= 1) return found[0];
  const places = found.map(({ mux, pane }) => `${pane.id} -L ${serverName(mux)}`);
  throw new MuxError(
    "no-such-target",
    `${found.length} panes are called ${target}: give one of ${places.join(", ")}`,
  );
}

function has(mux: Mux, target: string): boolean {
  return (
    (byId(mux, target) ?? sessionCalled(mux, target)) !== undefined || partsCalled(mux, target).length > 0
  );
}

function endedPane(context: CliContext, target: string, server: string): EndedPane | undefined {
  if (target === "") return undefined;
  return context.endedPane(server, target) ?? context.endedPane(server, sessionName(target));
}

/** Option of every verb that names a pane or a session. */
export const SERVER_OPTION = {
  short: "L",
  value: "SERVER",
  completes: "server",
  summary: `server by name or socket path (default: ${OWN_SERVER})`,
} as const;
