import type { NativeServer } from "../../native/host.ts";
import type { MethodName } from "../../protocol/methods.ts";

/** What the HTTP door needs of the daemon. */
export interface HttpHost {
  readonly version: string;
  /** Every server of the daemon, in the order of their socket paths. */
  servers(): readonly NativeServer[];
  /** Where new terminals go; made where there is none. */
  openOwnServer(): Promise<NativeServer>;
  /** Called after whatever happened in any server's tree (output is none of it), until the returned function is called. */
  onChange(listener: () => void): () => void;
  /** Runs one request, and settles when nothing that it did can be lost any more. */
  settled<T>(run: () => Promise<T>): Promise<T>;
  /** A method of the protocol in the name of a team; its params are checked by whoever answers. */
  call(request: ProtocolRequest): Promise<unknown>;
  /** The answer to `subscribe` or `resume`, then events. */
  subscribe(request: ProtocolRequest): AsyncGenerator<unknown>;
  vitals(): Vitals;
  reportBug(error: unknown, what: string): void;
}

export interface ProtocolRequest {
  readonly method: MethodName;
  readonly params: unknown;
  /** The team's hint. */
  readonly team: string;
  /** Aborted when the caller hangs up. */
  readonly signal: AbortSignal;
}

/** How the daemon is, in numbers. */
export interface Vitals {
  /** Bytes that panes printed since the daemon started. */
  readonly outputBytes: number;
  /** Calls of `tmux` and `mullion` that were answered. */
  readonly calls: number;
  /** Journals that are kept in memory only, because the disk refuses. */
  readonly troubledJournals: number;
  /** The same of the daemon's records. */
  readonly recordsTroubled: boolean;
}
