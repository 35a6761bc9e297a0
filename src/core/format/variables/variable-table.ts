import { clientVariables } from "./client.ts";
import { mouseVariables } from "./mouse.ts";
import { paneVariables } from "./pane.ts";
import { screenVariables } from "./screen.ts";
import { bufferVariables, serverVariables } from "./server.ts";
import { sessionVariables } from "./session.ts";
import type { Variable } from "./variable.ts";
import { windowVariables } from "./window.ts";

/** Every variable of tmux 3.3a that exists without a caller adding it, in listing order. */
export const variableTable: ReadonlyMap<string, Variable> = new Map(
  [
    bufferVariables,
    clientVariables,
    mouseVariables,
    paneVariables,
    screenVariables,
    serverVariables,
    sessionVariables,
    windowVariables,
  ]
    .flatMap((group) => Object.entries(group))
    .sort(([a], [b]) => (a < b ? -1 : 1)),
);
