import { watchViews } from "../agent/watch-views.ts";
import type { CreateServerOptions, Mux } from "../mux.ts";
import { changeOperations } from "../records/changes.ts";
import { restoreServer, serverRestore } from "../records/restore.ts";
import { ServerState } from "../tree/state.ts";
import { adoptionOperations } from "./adoption.ts";
import { reportAlerts } from "./alerts.ts";
import { clientOperations } from "./clients.ts";
import { settleLegible } from "./geometry.ts";
import { layoutOperations } from "./layouts.ts";
import { modeOperations } from "./modes.ts";
import { applyOption } from "./option-effects.ts";
import { paneMoves } from "./pane-moves.ts";
import { paneOperations } from "./panes.ts";
import { processOperations } from "./processes.ts";
import { windowSizeOperations } from "./resize-window.ts";
import { sessionOperations } from "./sessions.ts";
import { windowMoves } from "./window-moves.ts";
import { settleSizes } from "./window-sizes.ts";
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
