import type { MethodName, Params, Result } from "../protocol/methods.ts";
import type { Native } from "./native.ts";
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

/** Runs a method for a caller. */
export type Handler<N extends MethodName> = (
  native: Native,
  call: NativeCall,
  params: Params<N>,
) => Result<N> | Promise<Result<N>>;
