import type { PaneId } from "../core/ids.ts";
import type { Mux } from "../core/mux.ts";
import type { Clock } from "../core/ports.ts";
import type { Screen } from "../core/screen/screen.ts";
import type { Pane } from "../core/tree/tree.ts";
import type { AnyEvent, Subscribable } from "../protocol/events.ts";
import type { MethodName, Params, Result } from "../protocol/methods.ts";
import type { NativeRecords } from "./records.ts";

/** What the native doors require of the daemon. */
export interface NativeHost {
  readonly version: string;
  readonly clock: Clock;
  /** Where agents without a leader or a directory start: the user's home, or the directory of an engine's job. */
  readonly home: string;
  readonly records: NativeRecords;
  /** Limit of live contexts of all teams together. */
  readonly maxContexts: number;
  /** Every server of the daemon, sorted by socket path. */
  servers(): readonly NativeServer[];
  server(key: string): NativeServer | undefined;
  /** The server for teams whose leader runs in no Mullion pane; created if missing. */
  openOwnServer(): Promise<NativeServer>;
  /**
   * Opens a server by name or socket path; created if missing. Throws MuxError if another user's server answers there.
   */
  openServer(named: string): Promise<NativeServer>;
  /** Writes the recording of a pane to a new file. */
  record(
    pane: Pane,
    options: { readonly file: string; readonly title: string | undefined },
  ): Promise<{ readonly events: number; readonly bytes: number }>;
  readonly hosts: FarHosts;
  /** A closed pane whose journal was kept; undefined if nothing of it is left. */
  openRetired(place: PanePlace): RetiredPane | undefined;
  /** Removes a retired pane that can no longer be requested. */
  removeRetired(place: PanePlace): void;
  /** Id of the request that the current code runs for, if its client repeats it after the daemon was killed. */
  repeatedRequest(): string | undefined;
  /** Runs `type`, which types into panes; resolves when the input has left the daemon and can no longer be lost. */
  typing(type: () => Promise<void> | undefined): Promise<void>;
  reportBug(error: unknown, what: string): void;
}

/** Other machines, each with a daemon of its own that speaks this protocol. */
export interface FarHosts {
  names(): readonly string[];
  /** With the states of their links. */
  described(): Result<"mullion.hosts">["hosts"];
  /** Calls `listener` when hosts came or went, and when a link has another state. */
  onChange(listener: () => void): void;
  /** Calls `listener` for each host that has ended with everything that ran there: the job of an engine. */
  onEnded(listener: (name: string) => void): void;
  /** Throws MuxError if there is no such host. */
  check(name: string): void;
  /**
   * A job for one agent, if `place` names an engine. Rejects with ProtocolError if the job does not run soon, and with
   * MuxError if it cannot.
   */
  claim(order: PlaceOrder): Promise<ClaimedPlace> | undefined;
  /** Connects to the daemon of a host. Rejects with ProtocolError. */
  open(order: FarOrder): Promise<FarBackend>;
}

export interface PlaceOrder {
  /** `slurm` or `slurm:OPTIONS` */
  readonly place: string;
  /** Hint of the team. */
  readonly team: string;
  /** Where the engine's program is called. */
  readonly cwd: string;
  /** Aborted when the caller has disconnected. */
  readonly gone: AbortSignal;
}

export interface ClaimedPlace {
  /** Name of the host. */
  readonly host: string;
  /** `started`: the agent runs there. Otherwise the place is free for the team's next request. */
  settle(started: boolean): void;
}

export interface FarOrder {
  readonly host: string;
  /** Hint of the team here: it has a team of its own there. */
  readonly team: string;
  readonly reach?: "all" | undefined;
  readonly events: readonly Subscribable[];
  /** Where events continue; undefined: now. */
  readonly cursor?: Params<"mullion.resume">["cursor"] | undefined;
  /** Waits for an unreachable host instead of failing. */
  readonly wait?: boolean;
  /** False: the order only follows panes, and starts no daemon on a host where none lives. */
  readonly starts?: boolean;
  readonly signal?: AbortSignal | undefined;
  /** Receives events that follow the schema. The next event follows when the promise has settled. */
  onEvent(event: AnyEvent): Promise<void> | undefined;
  /**
   * The host was removed, its daemon was ended, or the connection was closed: no event follows. `reason` is absent if the
   * connection was closed here.
   */
  onEnd(reason?: Error): void;
}

export interface FarBackend {
  /** Resolves to the answer, which is not trusted. Rejects with ProtocolError; at once if the host is unreachable. */
  call(method: MethodName, params: object, gone: AbortSignal): Promise<unknown>;
  /** By context there: the output before the first event that follows. */
  offsets(): Readonly<Record<string, number>>;
  close(): void;
}

/** The place of a pane, live or closed: pane ids are never reused within a server, server keys never at all. */
export interface PanePlace {
  readonly server: string;
  readonly pane: PaneId;
}

export function placeKey({ server, pane }: PanePlace): string {
  return `${server}${pane}`;
}

/** One tmux server and the output of its panes. */
export interface NativeServer {
  readonly key: string;
  readonly mux: Mux;
  /** Undefined for a closed pane. */
  outputOf(pane: PaneId): PaneOutput | undefined;
  /** Resolves when everything that the pane printed before this call is on its screen. */
  flush(pane: Pane): Promise<void>;
  /** The input state of the pane's terminal; undefined if the pane ends before it can answer. */
  inputOf(pane: PaneId): Promise<InputState | undefined>;
  /** Whether a program waits for a line of input now; undefined if the system does not report it. */
  isAwaitingLine(pane: PaneId): boolean | undefined;
}

export interface InputState {
  /** Input is read in lines; the terminal handles line ends and editing. */
  readonly canonical: boolean;
  /** Bytes typed that no program has read yet. */
  readonly unreadBytes: number;
}

export interface OutputStretch {
  readonly offset: number;
  readonly bytes: Uint8Array;
}

/** The output of a pane's current process: every byte has an offset, and the journal keeps recent output. */
export interface PaneOutput {
  /** Bytes received so far. */
  readonly end: number;
  /** Passes on all further output as it arrives, until the returned function is called. */
  tap(onOutput: (stretch: OutputStretch) => void): () => void;
  /**
   * Output from an offset on, in order; starts later if older output is gone. Ends where the output ended at the call.
   */
  recorded(from: number): AsyncIterable<OutputStretch>;
}

export interface RetiredPane {
  readonly output: Pick<PaneOutput, "end" | "recorded">;
  /** The screen when the pane was closed. */
  readonly screen: Screen;
  close(): void;
}
