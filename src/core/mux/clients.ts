import type { ClientOperations } from "../mux.ts";
import { ClientState, type ServerState } from "../tree/state.ts";
import { updateWindowFocus } from "./focus.ts";
import { dropClient, setSession } from "./session-end.ts";
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
