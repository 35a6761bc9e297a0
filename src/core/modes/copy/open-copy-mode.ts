import type { Mux } from "../../mux.ts";
import type { Pane } from "../../tree/pane.ts";
import { CopyMode, type CopyModeSetup, type CopyPorts } from "./copy-mode.ts";

export interface OpenCopyMode extends Pick<CopyModeSetup, "leaveAtEnd" | "hidePosition"> {
  /** -s: whose lines are shown; absent: the pane's own. */
  readonly source?: Pane | undefined;
  readonly ports: CopyPorts;
}

/** False where the pane is in copy mode already; nothing happens then. */
export function openCopyMode(mux: Mux, pane: Pane, options: OpenCopyMode): boolean {
  const { source = pane, ...rest } = options;
  const take = () => source.screen.snapshot({ trim: source !== pane });
  return mux.enterMode(
    pane,
    "copy-mode",
    () => new CopyMode({ name: "copy-mode", mux, pane, lines: take(), refresh: take, ...rest }),
  );
}
