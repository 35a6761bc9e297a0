import type { ServerState } from "../tree/state.ts";
import { resetSilence } from "./alerts.ts";
import { fitPanes } from "./geometry.ts";
import { recalculateSizes } from "./window-sizes.ts";

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
export function applyOption(server: ServerState, name: string): void {
  if (name.startsWith("@")) return;
  EFFECTS[name]?.(server);
  recalculateSizes(server);
}
