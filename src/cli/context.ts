import type { PaneId, SessionId } from "../core/ids.ts";
import type { Mux } from "../core/mux.ts";
import type { Clock, ExitState } from "../core/ports.ts";
import type { Pane } from "../core/tree/tree.ts";
import type { HostAnswer, Question } from "../hosts/ask-host.ts";
import type { FollowedCall, FollowedCallOptions } from "../hosts/followed-call.ts";
import type { HostLink } from "../hosts/host-link.ts";
import type { HostsFile } from "../hosts/hosts-file.ts";
import type { LivePane } from "../panes/live-pane.ts";
import type { PlacedJobs } from "../places/placed-jobs.ts";
import type { Invocation } from "../wire/invocation.ts";
import type { HostView } from "./hosts/host-view.ts";
import type { UsageMeter } from "./usage-meter.ts";

/** What the verbs that run inside the daemon need from it. */
export interface CliContext {
  readonly version: string;
  /** Process id and start time (milliseconds since the epoch) of this daemon. */
  readonly pid: number;
  readonly startTime: number;
  readonly paths: CliPaths;
  readonly clock: Clock;

  /** The teams that may use a pane which a process with this environment creates (`Pane.creators`). */
  creatorsOf(environment: ReadonlyMap<string, string>): readonly string[];
  /** Every server of this daemon, sorted by socket path. */
  servers(): readonly Mux[];
  /**
   * Returns the server on this socket; a new one gets the caller's environment. Throws MuxError if another program's
   * server (a real tmux) answers there.
   */
  openServer(socketPath: string, environment: ReadonlyMap<string, string>): Promise<Mux>;

  /**
   * Serves the rest of the call as a client of this server that runs an attaching tmux command; the caller is answered
   * when it detaches.
   */
  attach(invocation: Invocation, mux: Mux, words: readonly string[]): Promise<void>;

  /** Runs a tmux command on this server, for no caller: it names its client and its target itself. */
  command(mux: Mux, words: readonly string[]): void;
  /** Called after a change of any server's tree, and when a server opens or ends. The returned function unsubscribes. */
  onTreeChange(listener: () => void): () => void;

  /** The pane for reading, typing and waiting. An invocation repeated after a daemon's death types nothing twice. */
  live(pane: Pane): LivePane;
  /** Everything that the pane's journal still has, oldest first; undefined if journals are off. */
  recordingOf(pane: Pane): Promise<Iterable<RecordingEvent> | undefined>;
  /**
   * The newest closed pane of this server (by name or socket path) with this id or in a session of this name; only
   * recent ones are remembered.
   */
  endedPane(server: string, target: string): EndedPane | undefined;
  /** Other machines. */
  readonly hosts: CliHosts;
  /** Jobs that engines run for calls of `run --on ENGINE`. */
  readonly placed: PlacedJobs;
  /** HTTP over the loopback network. */
  readonly http: HttpAccessControl;
  /** Processor and memory usage of the panes' processes. */
  readonly usage: UsageMeter;
  /** Current problems: a full disk, a journal that is off after an error. Empty if there are none. */
  warnings(): readonly CliWarning[];
  /** A person has seen the warnings: those that are shown once are not shown again. */
  warningsSeen(): void;
  /**
   * This place ends soon: warns the owners of all panes, and ends the panes shortly before that, so that the next daemon
   * knows their last screens. A later announcement replaces an earlier one.
   */
  announceEnd(end: AnnouncedEnd): void;
  /** Keeps the daemon, and the next one, running even when empty. */
  stay(): void;
  /**
   * Ends every pane (SIGHUP, then SIGKILL after a grace period) and removes servers, records and journals. Resolves
   * when all of that is done. The daemon itself exits once its last caller has been answered.
   */
  shutdown(): Promise<void>;
}

export interface AnnouncedEnd {
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** One sentence without its full stop, for people. */
  readonly reason: string;
}

/** What happened on a pane's terminal. Times are milliseconds since the epoch. */
export type RecordingEvent = { readonly timeMs: number } & (
  | { readonly kind: "output"; readonly offset: number; readonly bytes: Uint8Array }
  /** Text on the screen that the program did not print. */
  | { readonly kind: "shown"; readonly text: string }
  | { readonly kind: "resize"; readonly cols: number; readonly rows: number }
  /** A process starts: offsets count from 0 again. `process` identifies it. */
  | { readonly kind: "started"; readonly process: string }
);

/** A closed pane. */
export interface EndedPane {
  readonly pane: PaneId;
  /** How the pane's process ended by itself; absent if it was killed with its pane. */
  readonly exit?: ExitState;
  /** Milliseconds since the epoch. */
  readonly time: number;
}

export interface CliHosts {
  /** The hosts on record. */
  readonly file: HostsFile;
  /** Throws MuxError if there is no such host. */
  link(name: string): HostLink;
  /** The panes of every host, as the hosts report them. */
  views(): readonly HostView[];
  /** Calls `listener` when a host is new, changed or removed, and when its link is another kind of state. */
  onChange(listener: () => void): () => void;
  /** Closes the link to a host. */
  drop(name: string): void;
  /** Runs a verb on a host until it is closed, and passes on its lines. */
  follow(name: string, call: Omit<FollowedCallOptions, "requestId">): FollowedCall;
  /** Runs a verb on a host. */
  ask(name: string, question: Omit<Question, "requestId">): Promise<HostAnswer>;
  /** Serves the far end of a link on the caller's standard streams. Resolves to the exit status. */
  serve(invocation: Invocation): Promise<number>;
}

export interface HttpAccessControl {
  /** Opens the port if it is closed. `renew` chooses another port and token. */
  open(options: { readonly renew: boolean }): Promise<{ readonly port: number; readonly token: string }>;
  /** Closes the port and discards port and token. */
  forget(): Promise<void>;
  /**
   * Opens the port if it is closed, and accepts one login with the code of this SHA-256 digest. Resolves to the page's
   * address, to the time at which the code expires (milliseconds since the epoch), and to the page's socket for tunnels.
   */
  expectLogin(
    digest: string,
  ): Promise<{ readonly url: string; readonly expires: number; readonly socket: string }>;
  /**
   * Serves the page at another address too, now and in later daemons. `url` is the page's address there, `fingerprint` the
   * SHA-256 of its certificate.
   */
  openWide(order: WideOrder): Promise<{ readonly url: string; readonly fingerprint: string | undefined }>;
  /** Closes that address. Resolves to whether there was one. */
  closeWide(): Promise<boolean>;
  /** Resolves to whether a browser logged in with the code of this digest, when it did or the code does not work any more. */
  isLoginUsed(digest: string): Promise<boolean>;
  /** Logs out every browser of the user's own, and returns their number. */
  logOut(): number;
  /** Opens the port if it is closed, and makes a share link for the secret of the digest. `url` is the page's address. */
  share(share: ShareOrder): Promise<ShareEntry & { readonly url: string }>;
  /** The share links that work, oldest first. */
  shares(): readonly ShareEntry[];
  /** Ends a share link, and every connection of browsers that came with it. False if there is no such link. */
  revokeShare(id: string): boolean;
}

/** An address beside the loopback one, with the host names that browsers may use for it: these exactly. */
export interface WideOrder {
  readonly address: string;
  /** Undefined: the one that it had before, or a free one. */
  readonly port: number | undefined;
  readonly names: readonly string[];
  readonly tls: boolean;
  /** Paths of the user's own certificate and key, in PEM; undefined: one is made. */
  readonly files: { readonly cert: string; readonly key: string } | undefined;
}

/** What a new share link shows: a pane, or the panes that a session has at the time. */
export interface ShareOrder {
  readonly mux: Mux;
  readonly shown: { readonly pane: PaneId } | { readonly session: SessionId };
  /** SHA-256 of the secret in the link. */
  readonly digest: string;
  /** For whom it is. */
  readonly name: string | undefined;
  /** Who has the link may type. */
  readonly write: boolean;
  readonly forMs: number;
}

/** Times are milliseconds since the epoch. */
export interface ShareEntry {
  readonly id: string;
  readonly title: string;
  /** For whom it was made. */
  readonly name?: string;
  readonly pane?: PaneId;
  readonly session?: SessionId;
  readonly write: boolean;
  readonly created: number;
  readonly expires: number;
  /** Browsers that are logged in with the link. */
  readonly browsers: number;
}

export interface CliPaths {
  /** Directory of the package; holds shell/, dist/. */
  readonly root: string;
  /** The program `mullion` of this package. */
  readonly mullion: string;
  /** Sockets of the daemon and of the holders. */
  readonly runtimeDir: string;
  /** Records and journals. */
  readonly stateDir: string;
}

export interface CliWarning {
  /** The pane, if the warning concerns a single one. */
  readonly pane?: Pane;
  readonly text: string;
  /** The warning is shown only once, and a person has seen it. */
  readonly seen?: boolean;
}
