import { MuxError } from "../errors.ts";
import type { ClientState, PaneState, SessionState, WindowState, WinlinkState } from "../tree/state.ts";
import type { Client, Pane, Session, Window, Winlink } from "../tree/tree.ts";

/** The writable state behind an object that a caller holds. Throws if the object no longer exists. */
export const stateOf = {
  session(session: Session): SessionState {
    const state = session as SessionState;
    if (state.server.sessions.get(state.id) === state) return state;
    throw new MuxError("no-such-session", `can't find session: ${state.name}`);
  },

  window(window: Window): WindowState {
    const state = window as WindowState;
    if (state.server.windows.get(state.id) === state) return state;
    throw new MuxError("no-such-window", `can't find window: ${state.id}`);
  },

  pane(pane: Pane): PaneState {
    const state = pane as PaneState;
    if (state.window.server.panes.get(state.id) === state) return state;
    throw new MuxError("no-such-pane", `can't find pane: ${state.id}`);
  },

  link(link: Winlink): WinlinkState {
    const state = link as WinlinkState;
    if (state.session.links.includes(state)) return state;
    throw new MuxError("no-such-window", `can't find window: ${state.index}`);
  },

  client(client: Client): ClientState {
    return client as ClientState;
  },
};

/** The session that an operation names, else the first that holds the window. */
export function sessionOf(window: WindowState, named?: Session): SessionState {
  return named ? stateOf.session(named) : window.links[0]!.session;
}
