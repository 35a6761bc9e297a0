import type { Mux } from "../../mux.ts";
import type { Pane } from "../../tree/tree.ts";
import { CopyMode, type CopyModeSetup, type CopyPorts } from "./copy-mode.ts";

export interface OpenCopyMode extends Pick<CopyModeSetup, "leaveAtEnd" | "hidePosition"> {
  /** -s: the pane whose lines are shown; absent: the pane itself. */
  readonly source?: Pane | undefined;
  readonly ports: CopyPorts;
}

/** Returns false, without any effect, if the pane is already in copy mode. */
export function openCopyMode(mux: Mux, pane: Pane, options: OpenCopyMode): boolean {
  const { source = pane, ...rest } = options;
  const take = () => source.screen.snapshot({ trim: source !== pane });
  return mux.enterMode(
    pane,
    "copy-mode",
    () => new CopyMode({ name: "copy-mode", mux, pane, lines: take(), refresh: take, ...rest }),
  );
}
