import type { PaneId } from "../core/ids.ts";
import type { TmuxServer } from "./tmux-server.ts";

/** Whoever has to hear of every server and of each pane's end, from before the first is there. */
export interface ServerWatch {
  opened(server: TmuxServer): void;
  /** A pane is being closed: says whether its journal is to be kept. */
  keeps(server: TmuxServer, pane: PaneId, outputEnd: () => number): boolean;
  ended(server: TmuxServer): void;
}

export const unwatched: ServerWatch = { opened() {}, keeps: () => false, ended() {} };
