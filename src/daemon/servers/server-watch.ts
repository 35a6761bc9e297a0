import type { PaneId } from "../../core/ids.ts";
import type { NativeServer } from "../../panes/host.ts";

/** Observes every server and the end of every pane, and is registered before the first server exists. */
export interface ServerWatch {
  onOpened(server: NativeServer): void;
  /** Called when a pane is closed. Returns whether to keep its journal. */
  keeps(server: NativeServer, pane: PaneId, outputEnd: () => number): boolean;
  onEnded(server: NativeServer): void;
}

/** An observer that decides nothing. */
export type ServerObserver = Pick<ServerWatch, "onOpened" | "onEnded">;

/** Combines the watch with observers, which are notified after it. */
export function observed(watch: ServerWatch, ...observers: readonly ServerObserver[]): ServerWatch {
  const all = [watch, ...observers];
  return {
    onOpened(server) {
      for (const each of all) each.onOpened(server);
    },
    keeps: (...closing) => watch.keeps(...closing),
    onEnded(server) {
      for (const each of all) each.onEnded(server);
    },
  };
}

export const unwatched: ServerWatch = { onOpened() {}, keeps: () => false, onEnded() {} };
