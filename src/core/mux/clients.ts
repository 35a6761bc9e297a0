import type { ClientOperations } from "../mux.ts";
import { ClientState } from "../tree/client-state.ts";
import type { ServerState } from "../tree/server-state.ts";
import type { SessionState } from "../tree/session-state.ts";
import type { WindowState } from "../tree/window-state.ts";
import { updateWindowFocus } from "./focus.ts";
import { destroySession } from "./session-end.ts";
import { stateOf } from "./state-of.ts";
import { recalculateSizes } from "./window-sizes.ts";

export function clientOperations(server: ServerState): ClientOperations {
  return {
    attachClient(session, { newSession = false, ...options }) {
      const client = new ClientState({
        tty: "",
        termName: "",
        pid: 0,
        uid: 0,
        user: "",
        utf8: true,
        control: false,
        readonly: false,
        ignoreSize: false,
        ownPanes: false,
        cwd: "",
        environment: new Map(),
        size: undefined,
        ...options,
        created: server.now,
      });
      server.clients.push(client);
      setSession(client, stateOf.session(session));
      if (!newSession) server.emit("client-attached", { client: client.name, session: session.id });
      return client;
    },

    switchClient(client, session) {
      setSession(stateOf.client(client), stateOf.session(session));
    },

    detachClient(client, options) {
      dropClient(stateOf.client(client), options);
    },

    resizeClient(client, size, window) {
      const state = stateOf.client(client);
      if (!window) state.size = size;
      else if (size) state.windowSizes.set(window.id, size);
      else state.windowSizes.delete(window.id);
      if (!client.control) becomeLatest(state);
      // tmux resizes for a control client at once, even if no client shows the window.
      recalculateSizes(server, { now: client.control });
      if (!client.control) server.emit("client-resized", { client: client.name });
    },

    setClientFlags(client, flags) {
      Object.assign(stateOf.client(client), flags);
      recalculateSizes(server);
    },

    setClientFocus(client, focused) {
      const state = stateOf.client(client);
      state.focused = focused;
      if (state.session) updateWindowFocus(state.session.current.window);
      server.emit(focused ? "client-focus-in" : "client-focus-out", { client: client.name });
    },

    setClientColour(client, which, rgb) {
      const state = stateOf.client(client);
      state.colours = { ...state.colours, [which]: rgb };
    },

    clientActive(client) {
      const state = stateOf.client(client);
      state.activity = server.now;
      if (!state.session) return;
      state.session.activity = server.now;
      server.touch(state.session);
      becomeLatest(state);
    },

    useWindow(client, window) {
      stateOf.window(window).latest = stateOf.client(client);
      recalculateSizes(server);
    },
  };
}

/** The client that typed or was resized last decides the size of the window it shows (window-size latest). */
function becomeLatest(client: ClientState): void {
  const { session } = client;
  if (!session || session.current.window.latest === client) return;
  session.current.window.latest = client;
  recalculateSizes(session.server);
  session.server.emit("client-active", { client: client.name });
}

function setSession(
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
export function leaveClients(session: SessionState): void {
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

function dropClient(client: ClientState, options?: { readonly lost?: boolean }): void {
  const { session } = client;
  if (!session) return;
  const { server } = session;
  server.clients.splice(server.clients.indexOf(client), 1);
  setSession(client, undefined, options);
  server.emit("client-detached", { client: client.name });
}
