import type { PaneId } from "../../core/ids.ts";
import type { NativeServer } from "../../panes/host.ts";

/** Observes every server and the end of every pane, and is registered before the first server exists. */
export interface ServerWatch {
  opened(server: NativeServer): void;
  /** Called when a pane is closed. Returns whether to keep its journal. */
  keeps(server: NativeServer, pane: PaneId, outputEnd: () => number): boolean;
  ended(server: NativeServer): void;
}

/** An observer that decides nothing. */
export type ServerObserver = Pick<ServerWatch, "opened" | "ended">;

/** Combines the watch with observers, which are notified after it. */
export function observed(watch: ServerWatch, ...observers: readonly ServerObserver[]): ServerWatch {
  const all = [watch, ...observers];
  return {
    opened(server) {
      for (const each of all) each.opened(server);
    },
    keeps: (...closing) => watch.keeps(...closing),
    ended(server) {
      for (const each of all) each.ended(server);
    },
  };
}

export const unwatched: ServerWatch = { opened() {}, keeps: () => false, ended() {} };
