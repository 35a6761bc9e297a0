import type { AgentStates } from "../agent/agent-states.ts";
import type { CreateServerOptions, Mux } from "../mux.ts";
import { changeOperations } from "../records/changes.ts";
import { restoreServer, serverRestore } from "../records/restore.ts";
import { ServerState } from "../tree/state.ts";
import type { Server } from "../tree/tree.ts";
import { adoptionOperations } from "./adoption.ts";
import { reportAlerts, resetSilence, resumeSilence } from "./alerts.ts";
import { clientOperations } from "./clients.ts";
import { fitPanes, settleLegible } from "./geometry.ts";
import { layoutOperations } from "./layouts.ts";
import { modeOperations } from "./modes.ts";
import { paneMoves } from "./pane-moves.ts";
import { paneOperations } from "./panes.ts";
import { processOperations } from "./processes.ts";
import { windowSizeOperations } from "./resize.ts";
import { sessionOperations } from "./sessions.ts";
import { windowMoves } from "./window-moves.ts";
import { recalculateSizes, settleSizes } from "./window-sizes.ts";
import { windowOperations } from "./windows.ts";

/** Creates a new server, or rebuilds one from its records. */
export function createServer({
  socketPath,
  ports,
  environment = new Map(),
  records,
}: CreateServerOptions): Mux {
  const server = new ServerState({
    socketPath,
    ports,
    environment,
    restore: records && serverRestore(records),
    settle,
    optionChanged: applyOption,
  });
  if (records) restoreServer(server, records);
  for (const window of server.windows.values()) resumeSilence(window);
  watchViews(server, server.agents);
  return {
    server,
    ...bracketed(server, {
      ...sessionOperations(server),
      ...windowOperations(server),
      ...windowMoves(server),
      ...windowSizeOperations(server),
      ...paneOperations(server),
      ...paneMoves(server),
      ...processOperations(server),
      ...adoptionOperations(server),
      ...layoutOperations(),
      ...modeOperations(),
      ...clientOperations(server),
    }),
    ...changeOperations(server),
  };
}

/** Work at the end of an operation: sizes of visible windows, legible sizes of unseen ones, then alerts. */
function settle(server: ServerState): void {
  settleSizes(server);
  settleLegible(server);
  reportAlerts(server);
}

/** Runs each operation in `ServerState.run`. */
function bracketed<T extends object>(server: ServerState, operations: T): T {
  const entries = Object.entries(operations).map(([name, operation]) => [
    name,
    (...args: unknown[]) => server.run(() => operation(...args)),
  ]);
  return Object.fromEntries(entries) as T;
}

/** Immediate effects of an option's new value, wherever it was set. */
const EFFECTS: Readonly<Record<string, (server: ServerState) => void>> = {
  "pane-border-status": (server) => {
    for (const window of server.windows.values()) fitPanes(window);
  },
  "monitor-silence": (server) => {
    for (const window of server.windows.values()) resetSilence(window);
  },
};

/** Many options affect sizes; user options have no effect. */
function applyOption(server: ServerState, name: string): void {
  if (name.startsWith("@")) return;
  EFFECTS[name]?.(server);
  recalculateSizes(server);
}

/** Notes which panes a person has in view, whenever a client shows another window or gets the focus. */
function watchViews({ events, clients }: Server, agents: AgentStates): void {
  const note = () => {
    for (const { focused, session } of clients)
      for (const pane of (focused && session?.current.window.panes) || []) agents.seen(pane);
  };
  events.on("session-window-changed", note);
  events.on("client-attached", note);
  events.on("client-session-changed", note);
  events.on("client-focus-in", note);
}
