import type { ClientState, SessionState, WindowState } from "../tree/state.ts";
import { updateWindowFocus } from "./focus.ts";
import { dropLink } from "./links.ts";
import { leaveGroup } from "./session-groups.ts";
import { recalculateSizes } from "./window-sizes.ts";

/** Ends a session: detach-on-destroy decides where its clients go, and windows linked elsewhere survive. */
export function destroySession(session: SessionState): void {
  const { server } = session;
  if (!server.sessions.delete(session.id)) return;
  server.touch(session);
  leaveClients(session);
  server.emit("session-closed", { session: session.id, name: session.name });
  leaveGroup(session);
  for (const link of session.links.slice()) dropLink(link);
  recalculateSizes(server);
  if (server.sessions.size === 0) server.emit("server-emptied", {});
}

export function setSession(
  client: ClientState,
  session: SessionState | undefined,
  options: { readonly lost?: boolean } = {},
): void {
  const old = client.session;
  if (!session) client.lastSession = undefined;
  else if (old && old !== session) client.lastSession = old;
  client.session = session;
  client.focused = true;
  if (session) look(client, session);
  if (old && old !== session) lookAway(client, old, options);
}

function look(client: ClientState, session: SessionState): void {
  const { server, current } = session;
  current.window.latest = client;
  recalculateSizes(server);
  updateWindowFocus(current.window);
  session.activity = server.now;
  session.lastAttached = server.now;
  current.clearAlerts();
  server.touch(session);
  server.emit("client-session-changed", { client: client.name, session: session.id });
}

/** A session that loses its last client may end (destroy-unattached). */
function lookAway(
  client: ClientState,
  session: SessionState,
  { lost = false }: { readonly lost?: boolean },
): void {
  const { server } = session;
  if (!lost) updateWindowFocus(session.current.window);
  if (!client.session)
    for (const window of server.windows.values()) if (window.latest === client) handOver(window);
  const unattached = server.sessions.has(session.id) && session.attached === 0;
  if (unattached && session.options.flag("destroy-unattached")) destroySession(session);
  recalculateSizes(server);
}

/** The latest client of a window has left: of its remaining viewers, the last active one becomes the latest. */
function handOver(window: WindowState): void {
  const { server } = window;
  const viewers = server.clients.filter(({ session }) => session?.current.window === window);
  window.latest = viewers.toSorted((a, b) => b.activity - a.activity)[0];
  if (window.latest) server.emit("client-active", { client: window.latest.name });
}

/** The clients' session has ended: detach-on-destroy decides whether they detach or switch to another session. */
function leaveClients(session: SessionState): void {
  const { server } = session;
  const next = nextSession(session, session.options.get("detach-on-destroy"));
  for (const client of server.clients.filter((each) => each.session === session)) {
    if (next) setSession(client, next);
    else dropClient(client);
  }
}

/** The least recently used session, as in tmux. */
function nextSession({ server }: SessionState, rule: string | undefined): SessionState | undefined {
  if (rule === "on") return undefined;
  const sessions = server.sessionsByName().filter((other) => rule === "off" || other.attached === 0);
  return sessions.reduce<SessionState | undefined>(
    (best, other) => (best && best.activity <= other.activity ? best : other),
    undefined,
  );
}

export function dropClient(client: ClientState, options?: { readonly lost?: boolean }): void {
  const { session } = client;
  if (!session) return;
  const { server } = session;
  server.clients.splice(server.clients.indexOf(client), 1);
  setSession(client, undefined, options);
  server.emit("client-detached", { client: client.name });
}
