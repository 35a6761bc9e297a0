import type { PaneDirection } from "../layout/neighbours.ts";
import type { ResizeWindowOptions, WindowOperations } from "../mux.ts";
import type { Size } from "../ports.ts";
import type { ServerState, WindowState } from "../tree/state.ts";
import { sessionOf } from "./panes.ts";
import { stateOf } from "./state-of.ts";
import { fittingSize, recalculateSize, recalculateSizes } from "./window-sizes.ts";

export function windowSizeOperations(
  server: ServerState,
): Pick<WindowOperations, "resizeWindow" | "recalculateSizes"> {
  return {
    /** The window keeps the given size from now on: its window-size becomes manual. */
    resizeWindow(target, options) {
      const window = stateOf.window(target);
      window.manualSize = wantedSize(window, options);
      server.setQuietly(window.options, "window-size", "manual");
      recalculateSize(window, { now: true });
    },

    recalculateSizes: () => recalculateSizes(server),
  };
}

const STEPS: Record<PaneDirection, { readonly side: keyof Size; readonly sign: 1 | -1 }> = {
  left: { side: "cols", sign: -1 },
  right: { side: "cols", sign: 1 },
  up: { side: "rows", sign: -1 },
  down: { side: "rows", sign: 1 },
};

function wantedSize(window: WindowState, { cols, rows, adjust, fit, session }: ResizeWindowOptions): Size {
  if (fit) return fittingSize(window, sessionOf(window, session && stateOf.session(session)), fit);
  const size = { cols: cols ?? window.cols, rows: rows ?? window.rows };
  if (!adjust) return size;
  const { side, sign } = STEPS[adjust.direction];
  const length = size[side] + sign * adjust.by;
  return { ...size, [side]: length < 0 ? size[side] : length };
}
