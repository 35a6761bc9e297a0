import type { Mux } from "../../../../core/mux.ts";
import type { Target } from "../../../../core/target/target.ts";
import type { Pane, Window } from "../../../../core/tree/tree.ts";
import { CommandError } from "../../command-error.ts";
import type { QueueState } from "../../queue/queue-state.ts";

interface LastPaneRun {
  readonly args: { readonly d: boolean; readonly e: boolean; readonly Z: boolean };
  readonly target: Target;
  readonly mux: Mux;
  readonly state: QueueState;
}

/** last-pane and `select-pane -l`: selects the previously active pane, or with -d and -e switches its input. */
export function selectLastPane({ args, target, mux, state }: LastPaneRun): void {
  if (args.e || args.d) {
    mux.setInputOff(lastPane(target.window), !args.e);
    return;
  }
  const pane = mux.lastPane(target.window, { keepZoom: args.Z });
  state.current = { ...target, pane };
}

/** In a window with two panes the other pane counts as the last one, even if it was never active. */
function lastPane(window: Window): Pane {
  const other = window.panes.length === 2 ? window.panes.find((pane) => pane !== window.active) : undefined;
  const pane = window.lastPanes[0] ?? other;
  if (!pane) throw new CommandError("no last pane");
  return pane;
}
