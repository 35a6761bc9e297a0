import type { Team } from "./team.ts";

/** Who asks, for the time of one request. */
export interface Call {
  readonly team: Team;
  /** Events about this context are for the asker's ears after the reply only. */
  hold(contextId: string): void;
  /** Aborted when nobody waits for the answer any longer. */
  readonly gone: AbortSignal;
}
