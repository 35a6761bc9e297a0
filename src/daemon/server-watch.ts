import type { PaneId } from "../core/ids.ts";
import type { TmuxServer } from "./tmux-server.ts";

/** Whoever has to hear of every server and of each pane's end, from before the first is there. */
export interface ServerWatch {
  opened(server: TmuxServer): void;
  /** A pane is being closed: says whether its journal is to be kept. */
  keeps(server: TmuxServer, pane: PaneId, outputEnd: () => number): boolean;
  ended(server: TmuxServer): void;
}

/** One that only has to hear of it. */
export type ServerObserver = Pick<ServerWatch, "opened" | "ended">;

/** The watch, and after it all who only have to hear. */
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
