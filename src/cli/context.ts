import type { PaneId } from "../core/ids.ts";
import type { Mux } from "../core/mux.ts";
import type { Clock, ExitState } from "../core/ports.ts";
import type { Pane } from "../core/tree/pane.ts";
import type { InputState, PaneOutput } from "../native/host.ts";
import type { Invocation } from "../wire/invocation.ts";
import type { UsageMeter } from "./usage-meter.ts";

/** What the verbs that run inside the daemon need of it. */
export interface CliContext {
  readonly version: string;
  /** Process id and start time (milliseconds since the epoch) of this daemon. */
  readonly pid: number;
  readonly startTime: number;
  readonly paths: CliPaths;
  readonly clock: Clock;

  /** Every server of this daemon, in the order of their socket paths. */
  servers(): readonly Mux[];
  /**
   * The server on this socket, made where there is none, with the caller's environment as its own. Throws MuxError where
   * somebody else's server (a real tmux) answers there.
   */
  openServer(socketPath: string, environment: ReadonlyMap<string, string>): Promise<Mux>;

  /**
   * Serves the rest of the call as a client of this server that runs a command of tmux which attaches; the caller is
   * answered when it has left.
   */
  attach(invocation: Invocation, mux: Mux, words: readonly string[]): Promise<void>;

  /** Settles when everything that the pane printed before this call is on its screen. */
  flush(pane: Pane): Promise<void>;
  /**
   * Types into a pane, each part as a write of its own, in order and unmixed with others; settles when the last byte was
   * taken. The same invocation repeated after a daemon's death types nothing twice. Throws MuxError when the pane ends
   * first.
   */
  type(pane: Pane, parts: readonly Uint8Array[], invocation: Invocation): Promise<void>;
  /** What its present process printed and prints; undefined for a pane that was closed. */
  outputOf(pane: Pane): PaneOutput | undefined;
  /** Everything that its journal still has, from the beginning; undefined where journals are off. */
  recordingOf(pane: Pane): Promise<Iterable<RecordingEvent> | undefined>;
  /** How its terminal takes input just now; undefined where it is gone before it can tell. */
  inputOf(pane: Pane): Promise<InputState | undefined>;
  /** Whether a shell waits at its prompt there. */
  atPrompt(pane: Pane): boolean;
  /** Once, when its process ends or the pane is closed (then without an exit); not after the returned function was called. */
  onEnd(pane: Pane, run: (exit: ExitState | undefined) => void): () => void;
  /**
   * The newest pane with this id, or in a session of this name, that was on this server (by name or socket path) and is
   * gone, if that is not long ago.
   */
  endedPane(server: string, target: string): EndedPane | undefined;
  /** Settles when every change made so far is written down: no answer is given before it. */
  commit(): Promise<void>;
  /** HTTP over the loopback network. */
  readonly http: HttpAccessControl;
  /** What the processes of panes take. */
  readonly usage: UsageMeter;
  /** What is not as it should be: a full disk, a journal that is off after an error. Empty in good times. */
  warnings(): readonly CliWarning[];
  /** A person was shown them: those that are told once are not shown again. */
  warningsSeen(): void;
  /** The daemon does not end when nothing is left in it, and neither does the next one. */
  stay(): void;
  /**
   * Ends every pane (SIGHUP, then SIGKILL after a grace) and removes servers, records and journals; settles when all of it
   * is gone. The daemon itself ends once its last caller was answered.
   */
  shutdown(): Promise<void>;
}

/** What happened on a pane's terminal. Times are milliseconds since the epoch. */
export type RecordingEvent = { readonly timeMs: number } & (
  | { readonly kind: "output"; readonly offset: number; readonly bytes: Uint8Array }
  /** Put on the screen by somebody else than the program. */
  | { readonly kind: "shown"; readonly text: string }
  | { readonly kind: "resize"; readonly cols: number; readonly rows: number }
  /** A process begins: offsets count from 0. */
  | { readonly kind: "started" }
);

/** A pane that is there no more. */
export interface EndedPane {
  readonly pane: PaneId;
  /** How its process ended by itself; absent where it was killed with its pane. */
  readonly exit?: ExitState;
  /** Milliseconds since the epoch. */
  readonly time: number;
}

export interface HttpAccessControl {
  /** Opens it where it is not open yet; with `renew`, under another port and token. */
  open(options: { readonly renew: boolean }): Promise<{ readonly port: number; readonly token: string }>;
  /** Closes it, and forgets port and token. */
  forget(): Promise<void>;
}

export interface CliPaths {
  /** Of the package: holds bin/, shell/, dist/. */
  readonly root: string;
  /** Sockets of the daemon and of the holders. */
  readonly runtimeDir: string;
  /** Records and journals. */
  readonly stateDir: string;
}

export interface CliWarning {
  /** Where it concerns one pane only. */
  readonly pane?: Pane;
  readonly text: string;
  /** It is told once, and was. */
  readonly seen?: boolean;
}
