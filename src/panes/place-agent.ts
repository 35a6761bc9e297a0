import { MuxError } from "../core/errors.ts";
import type { StartOptions } from "../core/mux.ts";
import type { Pane, Session, Window } from "../core/tree/tree.ts";
import type { NativeServer } from "./host.ts";
import type { Team } from "./team.ts";

/** Beyond this number of panes a window is unreadable: the next panes get another window. */
const MAX_PANES_IN_WINDOW = 64;

type AgentStart = StartOptions & { readonly cwd: string };

/**
 * Creates a pane for a new agent: in the leader's window, in the team's newest window if that is full, or in a session
 * of the team. The layout is main-vertical.
 */
export function placeAgent(server: NativeServer, team: Team, start: AgentStart): Pane {
  const windows = teamWindows(server, team);
  const window = windows.find(({ panes }) => panes.length < MAX_PANES_IN_WINDOW);
  const [first] = windows;
  if (window) return splitInto(server, window, start) ?? inNewWindow(server, window, start);
  return first ? inNewWindow(server, first, start) : inNewSession(server, team, start);
}

/** The leader's window first, then those of its agents. */
function teamWindows({ mux }: NativeServer, { leaderPane, spawned }: Team): Window[] {
  const panes = [leaderPane, ...[...spawned.values()].map(({ pane }) => pane)];
  const windows = panes.flatMap((pane) => (pane?.window.server === mux.server ? [pane.window] : []));
  return [...new Set(windows)];
}

/** Undefined if the pane does not fit. */
function splitInto({ mux }: NativeServer, window: Window, start: AgentStart): Pane | undefined {
  const beside = window.panes.length === 1;
  const target = window.panes.at(-1)!;
  try {
    const pane = mux.splitPane(target, {
      ...start,
      detached: true,
      direction: beside ? "left-right" : "top-bottom",
    });
    mux.selectLayout(window, "main-vertical");
    return pane;
  } catch (error) {
    if (error instanceof MuxError && error.code === "no-space") return undefined;
    throw error;
  }
}

function inNewWindow({ mux }: NativeServer, beside: Window, start: AgentStart): Pane {
  const link = mux.createWindow(beside.links[0]!.session, { ...start, name: "agents", detached: true });
  return link.window.active;
}

function inNewSession({ mux }: NativeServer, team: Team, start: AgentStart): Pane {
  const session = mux.createSession({ ...start, name: freeName(mux.server.sessionsByName(), team) });
  return session.current.window.active;
}

/** A free name from the team's hint, as far as the hint is valid in a name. */
function freeName(sessions: readonly Session[], { hint }: Team): string {
  const word = hint.replace(/[^\w-]+/g, "-").slice(0, 32);
  const base = `agents-${word || "team"}`;
  const taken = new Set(sessions.map(({ name }) => name));
  for (let number = 1; ; number++) {
    const name = number === 1 ? base : `${base}-${number}`;
    if (!taken.has(name)) return name;
  }
}
