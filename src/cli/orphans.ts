import type { Mux } from "../core/mux.ts";
import type { Pane } from "../core/tree/tree.ts";
import { isOrphaned, ownershipOf } from "../processes/ownership.ts";
import { pidOf } from "../processes/process-mark.ts";
import type { CliContext } from "./context.ts";
import type { PaneDescription, TreeDescription } from "./describe-tree.ts";
import { panesIn, serverName } from "./own-server.ts";

/** A pane whose orchestrator has ended: see src/processes/ownership.ts. */
export interface Orphan {
  readonly mux: Mux;
  readonly pane: Pane;
  /** A client is attached to the pane's session. */
  readonly attached: boolean;
  readonly description: OrphanDescription;
}

/** An orphan in the output of `gc --json`. */
export interface OrphanDescription {
  readonly server: string;
  readonly session: string;
  readonly pane: string;
  /** Process id of the owner, which has ended. */
  readonly owner: number;
  /** When an orchestrator last used the pane, in milliseconds since the epoch. */
  readonly seen: number;
}

export function findOrphans(context: CliContext): Orphan[] {
  return panesIn(context.servers()).flatMap(({ mux, pane }) => asOrphan(mux, pane) ?? []);
}

function asOrphan(mux: Mux, pane: Pane): Orphan | undefined {
  const metadata = Object.fromEntries(pane.metadata);
  if (!isOrphaned(metadata)) return undefined;
  const { owner, seenAt } = ownershipOf(metadata)!;
  const sessions = pane.window.links.map(({ session }) => session);
  return {
    mux,
    pane,
    attached: sessions.some(({ attached }) => attached > 0),
    description: {
      server: serverName(mux),
      session: sessions[0]!.name,
      pane: pane.id,
      owner: pidOf(owner),
      seen: seenAt,
    },
  };
}

/** The orphaned panes of a tree, with the sessions and windows around them. */
export function onlyOrphans(tree: TreeDescription): TreeDescription {
  return { ...onlyPanes(tree, ({ metadata }) => isOrphaned(metadata)), warnings: [] };
}

/** Some panes of a tree, with the sessions and windows around them. */
export function onlyPanes(
  tree: TreeDescription,
  isWanted: (pane: PaneDescription) => boolean,
): TreeDescription {
  const servers = tree.servers.map((server) => ({
    ...server,
    sessions: server.sessions
      .map((session) => ({
        ...session,
        windows: session.windows
          .map((window) => ({ ...window, panes: window.panes.filter(isWanted) }))
          .filter(({ panes }) => panes.length > 0),
      }))
      .filter(({ windows }) => windows.length > 0),
  }));
  return { ...tree, servers: servers.filter(({ sessions }) => sessions.length > 0) };
}
