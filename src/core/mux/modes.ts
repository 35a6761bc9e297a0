import type { ModeOperations } from "../mux.ts";
import type { PaneState } from "../tree/state.ts";
import { stateOf } from "./state-of.ts";

export function modeOperations(): ModeOperations {
  return {
    enterMode(target, name, create) {
      const pane = stateOf.pane(target);
      const { modes } = pane;
      if (modes[0]?.name === name) return false;
      const below = modes.findIndex((mode) => mode.name === name);
      const [known] = below < 0 ? [] : modes.splice(below, 1);
      const mode = known ?? create();
      modes.unshift(mode);
      if (!known) mode.onEnter?.();
      tellModeChanged(pane);
      return true;
    },

    leaveMode: (pane) => leaveMode(stateOf.pane(pane)),

    leaveAllModes: (pane) => leaveAllModes(stateOf.pane(pane)),

    redrawMode: ({ id, window }) => stateOf.window(window).server.emit("pane-mode-redrawn", { pane: id }),
  };
}

function leaveMode(pane: PaneState): void {
  const left = pane.modes.shift();
  if (!left) return;
  left.close?.();
  // Only the top mode receives new sizes.
  pane.modes[0]?.resize(pane);
  tellModeChanged(pane);
}

export function leaveAllModes(pane: PaneState): void {
  while (pane.modes.length > 0) leaveMode(pane);
}

function tellModeChanged(pane: PaneState): void {
  pane.window.server.emit("pane-mode-changed", { pane: pane.id });
}
