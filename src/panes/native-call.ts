import type { Team } from "./team.ts";

/** The caller of one request, for the duration of the request. */
export interface NativeCall {
  readonly team: Team;
  /** The level of the protocol at which the caller is served. */
  readonly level: number;
  /** Delays events about this context for the caller until after the reply. */
  hold(contextId: string): void;
  /** Aborted when the caller no longer waits for the answer. */
  readonly gone: AbortSignal;
}
