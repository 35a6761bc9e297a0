import type { Duplex } from "node:stream";
import type { Pane, Session } from "../../core/tree/tree.ts";
import type { NativeServer } from "../../panes/host.ts";
import type { Launched } from "../../panes/launched.ts";
import type { PaneRoom } from "../../panes/live-pane.ts";
import type { MethodName } from "../../protocol/methods.ts";
import type { PageHost } from "../../protocol/page.ts";
import type { Sharing } from "./way-in/sharing.ts";

/** What the HTTP door needs from the daemon. */
export interface HttpHost {
  readonly version: string;
  readonly room: PaneRoom & DaemonEnd;
  /** For pictures that a person pastes into a pane. */
  readonly filesDirectory: string;
  /** Of the user; the default for new agents. */
  readonly home: string;
  /** The directory of the page's build. */
  readonly pageDirectory: string;
  /** Present if the caller sees only a part of the terminals. */
  covers?(terminal: { readonly id: string; readonly server: NativeServer; readonly pane: Pane }): boolean;
  /** Present with `covers`: whether the caller may know of a session by its name. */
  showsSession?(server: string, session: Session): boolean;
  /** Every server of the daemon, sorted by socket path. */
  servers(): readonly NativeServer[];
  /** The server for new terminals; created if it does not exist. */
  openOwnServer(): Promise<NativeServer>;
  /**
   * Calls `listener` after every change in any server's tree (output is not a change). The returned function
   * unsubscribes.
   */
  onChange(listener: () => void): () => void;
  /** Runs one request and resolves when nothing it did can be lost any more. */
  settled<T>(run: () => Promise<T>): Promise<T>;
  /** Calls a method of the protocol for a team; the method validates its params. */
  call(request: ProtocolRequest): Promise<unknown>;
  /** Yields the answer to `subscribe` or `resume`, then events. */
  subscribe(request: ProtocolRequest): AsyncGenerator<unknown>;
  /** Runs one tmux command line on the server of a socket. */
  command(socket: string, words: readonly string[], caller: CommandCaller): Promise<TmuxOutcome>;
  /** The lines of a pane's recording, with marks to jump to. */
  recording(pane: Pane, gone: AbortSignal): AsyncIterable<string>;
  /** Answers a request of the Model Context Protocol. */
  mcp(call: McpCall): Promise<Response>;
  /** How the programs of panes that are closed were started, the newest first; only recent ones are remembered. */
  endedStarts(): readonly Launched[];
  readonly sharing: Sharing;
  readonly machines: OtherMachines;
  vitals(): Vitals;
  reportBug(error: unknown, what: string): void;
}

interface DaemonEnd {
  /** Calls `listener` with the reason when the daemon ends together with its panes, as by `mullion down`. */
  onDaemonEnd(listener: (reason: string) => void): void;
}

/** The hosts of the user, for owners only. */
export interface OtherMachines {
  /** With the states of their links. */
  described(): readonly PageHost[];
  onChange(listener: () => void): () => void;
  /**
   * Connects to HTTP of the daemon there, which serves the connection as its owner's. Rejects with a sentence if the host
   * is unknown or cannot be reached; `wait` waits for it until the signal is aborted. It starts no daemon on a host where no
   * pane lives, so a page does not undo `mullion down` there.
   */
  connect(name: string, options: { readonly wait: boolean; readonly signal: AbortSignal }): Promise<Duplex>;
  /** Calls `listener` once, with a sentence, when the link to a host is cut, at once if it is. The returned function unsubscribes. */
  onCut(name: string, listener: (sentence: string) => void): () => void;
}

export interface CommandCaller {
  /** The pane that the command is typed in, if in one. */
  readonly pane: string | undefined;
  /** Output that is too long loses its oldest lines, and is no error. */
  readonly newest: boolean;
  /** Aborted when the caller no longer waits. */
  readonly gone: AbortSignal;
}

/** How a tmux command ended. */
export interface TmuxOutcome {
  readonly exit_code: number;
  readonly stdout: string;
  readonly stderr: string;
  /** Older lines of `stdout` were left out. */
  readonly cut?: true;
}

export interface ProtocolRequest {
  readonly method: MethodName;
  readonly params: unknown;
  /** Name by which the caller identifies its team. */
  readonly team: string;
  /** The level of the protocol at which the caller is served. */
  readonly level: number;
  /** Aborted when the caller disconnects. */
  readonly signal: AbortSignal;
}

/** A request of the Model Context Protocol, with what its address allows it. */
export interface McpCall {
  /** Aborted when the caller disconnects. */
  readonly request: Request;
  readonly body: string;
  /** Whether the caller does not read the answer. */
  isCongested(): boolean;
  /** Name by which the caller identifies its team. */
  readonly team: string;
  /** Every pane is in scope, in place of those of the team. */
  readonly all: boolean;
  /** With `all`: also panes on other machines. */
  readonly allHosts: boolean;
  readonly readOnly: boolean;
}

/** Counters and gauges of the daemon. */
export interface Vitals {
  /** Bytes that panes printed since the daemon started. */
  readonly outputBytes: number;
  /** Calls of `tmux` and `mullion` answered since the daemon started. */
  readonly calls: number;
  /** Journals in memory only, because the disk refuses writes. */
  readonly troubledJournals: number;
  /** The daemon's records are in memory only, because the disk refuses writes. */
  readonly recordsTroubled: boolean;
}
