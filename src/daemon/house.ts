import type { Pane } from "../core/tree/tree.ts";
import type { Holding } from "../holders/holding.ts";
import type { ExactlyOnce } from "./calls/exactly-once.ts";
import type { Log } from "./life/log.ts";
import type { RetiredPanes } from "./panes/retired-panes.ts";
import type { DaemonPaths } from "./paths.ts";
import type { ClosingHolders } from "./records/closing-holders.ts";
import type { Ledger } from "./records/ledger.ts";
import type { Notices } from "./records/notices.ts";
import type { Store } from "./records/store.ts";
import type { ServerWatch } from "./servers/server-watch.ts";
import type { KnownAgentsWatch } from "./system/known-agents-watch.ts";

/** What every server of the daemon shares. */
export interface House {
  readonly paths: DaemonPaths;
  readonly log: Log;
  readonly notices: Notices;
  readonly store: Store;
  readonly ledger: Ledger;
  readonly exactlyOnce: ExactlyOnce;
  readonly holding: Holding;
  readonly closing: ClosingHolders;
  readonly retired: RetiredPanes;
  readonly knownAgents: KnownAgentsWatch;
  /** Assigned before the first server exists. */
  watch: ServerWatch;
  /** False: nothing of a pane's screen is written to disk (MULLION_JOURNAL=0). */
  readonly journals: boolean;
  /** The line shown in a pane that stays open after its process ended. */
  deathMessage(pane: Pane): string;
}
