import type { OpenFace } from "../../core/face/face.ts";
import type { FaceHost } from "../../core/face/face-host.ts";
import type { JsonValue, Mux } from "../../core/mux.ts";
import type { Clock, ExitState, Size } from "../../core/ports.ts";
import type { Pane } from "../../core/tree/pane.ts";
import type { Invocation } from "../../wire/invocation.ts";

/**
 * What this door needs of the daemon. `createTmuxDoor(context)` gives back the two things that the daemon calls: `run` for
 * each invocation of `tmux`, and `adopt` for each server that it rebuilt at its start.
 */
export interface TmuxContext {
  /** The version that `-V` and `#{version}` tell: the oracle's. */
  readonly version: string;
  readonly clock: Clock;
  readonly jobs: Jobs;
  /** User id and name of the daemon's owner, for socket paths and `#{user}`. */
  readonly uid: number;
  readonly user: string;
  /** A user's id by name; undefined where there is no such user. */
  uidOf(name: string): Promise<number | undefined>;
  /** Home directory of a user (`~name`); of the owner for an empty name. */
  home(user: string): string | undefined;
  /** Why nothing can be drawn on a terminal of this name; undefined where something can. */
  whyUnsuitable(termName: string): string | undefined;
  /** The face of a terminal that attaches: it takes the terminal over at once. */
  openFace(setup: FaceSetup): OpenFace;
  findServer(socketPath: string): HostedServer | undefined;
  /**
   * Makes an empty server, its socket file standing when the promise settles. Rejects with a MuxError whose sentence
   * says why not ("error creating PATH (…)"). Two calls for one path give one server.
   */
  createServer(socketPath: string, creator: ServerCreator): Promise<HostedServer>;
  /** A bug in a command: told to the daemon's log, while the caller gets one sentence. */
  reportBug(error: unknown, what: string): void;
}

export interface FaceSetup {
  readonly host: FaceHost;
  readonly invocation: Invocation;
  /** Given by `-2` and `-T`. */
  readonly features: readonly string[];
}

export interface ServerCreator {
  /** Becomes the server's global environment. */
  readonly environment: ReadonlyMap<string, string>;
  readonly cwd: string;
}

/** The commands of pipe-pane, at most one for each pane. They outlive the daemon, and miss nothing that the pane prints. */
export interface PanePipes {
  has(pane: Pane): boolean;
  start(pane: Pane, request: JobRequest, flow: PipeFlow): void;
  /** The command reads to the end of what was printed until now, then sees the end of its input. */
  stop(pane: Pane): void;
}

export interface PipeFlow {
  /** What the pane prints goes to the command. */
  readonly output: boolean;
  /** What the command prints is typed into the pane. */
  readonly input: boolean;
}

/** What the door itself finds again after a daemon's death. It is written down with the next commit. */
export interface DoorRecords {
  /** Records whose key begins so, the rest of the key with each. */
  under(prefix: string): Iterable<readonly [rest: string, value: JsonValue]>;
  /** Undefined: the record is gone. */
  write(key: string, value: JsonValue | undefined): void;
}

/** A server as the daemon hosts it. */
export interface HostedServer {
  readonly mux: Mux;
  readonly pipes: PanePipes;
  readonly records: DoorRecords;
  /** Settles when everything the pane's process has printed until now is on its screen. */
  flush(pane: Pane): Promise<void>;
  /** Settles when what changed is written down: awaited before a call is answered. `ofKey`: all that the key at hand does is done. */
  commit(options?: { readonly ofKey?: boolean }): Promise<void>;
  /** Everything a pane prints from now on, in order, until the returned function is called. */
  tap(pane: Pane, onOutput: (bytes: Uint8Array) => void): () => void;
  /** The process of a job that has a terminal goes on in an empty pane; the job hears no more of it. */
  takeJob(pane: Pane, job: Job): void;
  /** `kill-server`, or nothing left with exit-empty: panes closed, records and socket file removed. */
  end(): Promise<void>;
}

export interface JobRequest {
  /** Looked up on the given PATH unless it holds a slash; absent: argv[0]. */
  readonly file?: string;
  /** Executed as it is. */
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly environment: ReadonlyMap<string, string>;
  /** It gets a terminal of this size: a popup. */
  readonly size?: Size;
}

/** A process beside the panes: run-shell, if-shell, `#(…)`. Its stderr goes nowhere, as in tmux. */
export interface Job {
  /** 0 before it runs. */
  readonly pid: number;
  /** Settles when it ended and its output was told. A program that cannot be started ends with status 1. */
  readonly exited: Promise<ExitState>;
  write(bytes: Uint8Array): void;
  endInput(): void;
  signal(signal: number): void;
  /** Of one with a terminal. */
  resize(size: Size): void;
  /** Hangs up the terminal of one that has it. */
  close(): void;
}

export interface Jobs {
  start(request: JobRequest, onOutput: (bytes: Uint8Array) => void): Job;
}
