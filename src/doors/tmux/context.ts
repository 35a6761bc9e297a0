import type { OpenFace } from "../../core/face/face.ts";
import type { FaceHost } from "../../core/face/face-host.ts";
import type { Mux } from "../../core/mux.ts";
import type { Clock, ExitState } from "../../core/ports.ts";
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

/** A server as the daemon hosts it. */
export interface HostedServer {
  readonly mux: Mux;
  /** Settles when everything the pane's process has printed until now is on its screen. */
  flush(pane: Pane): Promise<void>;
  /** Settles when what changed is written down: awaited before a call is answered. */
  commit(): Promise<void>;
  /** Everything a pane prints from now on, in order, until the returned function is called (`pipe-pane`). */
  tap(pane: Pane, onOutput: (bytes: Uint8Array) => void): () => void;
  /** `kill-server`, or nothing left with exit-empty: panes closed, records and socket file removed. */
  end(): Promise<void>;
}

export interface JobRequest {
  /** Executed as it is; argv[0] is looked up on the given PATH. */
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly environment: ReadonlyMap<string, string>;
}

/** A process beside the panes: run-shell, if-shell, `#(…)`, pipe-pane. Its stderr goes nowhere, as in tmux. */
export interface Job {
  readonly pid: number;
  /** Settles when it ended and its output was told. A program that cannot be started ends with status 127. */
  readonly exited: Promise<ExitState>;
  write(bytes: Uint8Array): void;
  endInput(): void;
  signal(signal: number): void;
}

export interface Jobs {
  start(request: JobRequest, onOutput: (bytes: Uint8Array) => void): Job;
}
