import { MuxError } from "../errors.ts";
import { formatLayout, parseLayout } from "../layout/layout-string.ts";
import { paneRoomOf } from "../layout/pane-room.ts";
import { arrange, PRESET_COUNT, presetNamed } from "../layout/presets.ts";
import { spreadOut } from "../layout/spread.ts";
import type { LayoutOperations } from "../mux.ts";
import type { WindowState } from "../tree/state.ts";
import { applyLayout, assignPanes, makeLegible, setLayout, tellLayoutChanged, unzoom } from "./geometry.ts";
import { stateOf } from "./state-of.ts";
import { recalculateSizes } from "./window-sizes.ts";

export function layoutOperations(): LayoutOperations {
  return {
    selectLayout(window, layout) {
      change(stateOf.window(window), (state) => {
        const preset = layout === undefined ? state.lastPreset : (presetNamed(layout) ?? -1);
        if (preset >= 0) return applyPreset(state, preset);
        return layout !== undefined && applyString(state, layout);
      });
    },

    nextLayout(window) {
      change(stateOf.window(window), (state) => applyPreset(state, (state.lastPreset + 1) % PRESET_COUNT));
    },

    previousLayout(window) {
      change(stateOf.window(window), (state) => {
        const before = state.lastPreset <= 0 ? PRESET_COUNT : state.lastPreset;
        return applyPreset(state, before - 1);
      });
    },

    undoLayout(window) {
      change(stateOf.window(window), (state, old) => old !== undefined && applyString(state, old));
    },

    spreadOut(target) {
      const pane = stateOf.pane(target);
      change(pane.window, (window) => {
        if (spreadOut(window.layout, pane.cell, window.statusLine)) setLayout(window, window.layout);
        return true;
      });
    },

    makeLegible(target) {
      const window = stateOf.window(target);
      if (paneRoomOf(window.server.options.get("pane-room")) !== "refuse") makeLegible(window);
    },
  };
}

type Change = (window: WindowState, old: string | undefined) => boolean;

/** Saves the previous layout for `-o`; a rejected change leaves the saved one unchanged. */
function change(window: WindowState, apply: Change): void {
  unzoom(window);
  const old = window.oldLayout;
  window.oldLayout = formatLayout(window.layout);
  window.server.touch(window);
  try {
    if (!apply(window, old)) return;
  } catch (error) {
    if (error instanceof MuxError) window.oldLayout = old;
    throw error;
  }
  recalculateSizes(window.server);
  tellLayoutChanged(window);
}

function applyPreset(window: WindowState, preset: number): true {
  window.lastPreset = preset;
  const { panes, statusLine: status } = window;
  if (panes.length === 1) return true;
  const option = (name: string) => window.options.get(name);
  applyLayout(window, arrange(preset, { panes, window, status, option }));
  return true;
}

function applyString(window: WindowState, text: string): true {
  const root = parseLayout(text, window.panes.length);
  assignPanes(root, window.panes);
  applyLayout(window, root);
  return true;
}
