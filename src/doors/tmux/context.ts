import type { OpenFace } from "../../core/face/face.ts";
import type { FaceHost } from "../../core/face/face-host.ts";
import type { Mux } from "../../core/mux.ts";
import type { Clock, ExitState, ProgramStart, Size } from "../../core/ports.ts";
import type { Pane } from "../../core/tree/tree.ts";
import type { ClientTerminal, Invocation } from "../../wire/invocation.ts";
import type { DoorRecords } from "./server/door-records.ts";

/**
 * What this door needs from the daemon.
 */
export interface TmuxContext {
  /** The version that `-V` and `#{version}` show: that of the reference tmux. */
  readonly version: string;
  readonly clock: Clock;
  readonly jobs: Jobs;
  /** User id and name of the daemon's owner, for socket paths and `#{user}`. */
  readonly uid: number;
  readonly user: string;
  /** A user's id by name; undefined if there is no such user. */
  uidOf(name: string): Promise<number | undefined>;
  /** Home directory of a user (`~name`); an empty name means the owner. */
  home(user: string): string | undefined;
  /** Why the daemon cannot draw on a terminal of this type; undefined if it can. */
  whyUnsuitable(termName: string): string | undefined;
  /** Opens the face of an attaching terminal, which takes over the terminal at once. */
  openFace(setup: FaceSetup): OpenFace;
  /** The teams that may use a pane which a process with this environment creates (`Pane.creators`). */
  creatorsOf(environment: ReadonlyMap<string, string>): readonly string[];
  /** The files that commands and command lines name. */
  readonly files: CallerFiles;
  findServer(socketPath: string): HostedServer | undefined;
  /**
   * Creates an empty server. Its socket file exists when the promise resolves. Rejects with a MuxError whose sentence
   * says why ("error creating PATH (…)"). Concurrent calls for one path get the same server.
   */
  createServer(socketPath: string, creator: ServerCreator): Promise<HostedServer>;
  /** Writes a bug in a command to the daemon's log; the caller gets one sentence. */
  reportBug(error: unknown, what: string): void;
}

/** The process that called: paths such as /dev/fd/3 are its own. Nothing waits for a pipe after `onGone`. */
export type FileCaller = Pick<Invocation, "pid" | "onGone">;

/** Rejects with a system error. Without a caller, paths of descriptors are EBADF. */
export interface CallerFiles {
  read(path: string, caller: FileCaller | undefined): Promise<Uint8Array>;
  /** A new file gets the mode that the caller's umask leaves. */
  write(
    path: string,
    writing: { readonly data: Uint8Array; readonly append: boolean; readonly caller: FileCaller | undefined },
  ): Promise<void>;
  /** The descriptor that a path names, if it is one of the process that opens the path. */
  descriptorIn(path: string): number | undefined;
}

export interface FaceSetup {
  readonly host: FaceHost;
  readonly terminal: ClientTerminal;
  /** Given by `-2` and `-T`. */
  readonly features: readonly string[];
}

export interface ServerCreator {
  /** Becomes the server's global environment. */
  readonly environment: ReadonlyMap<string, string>;
  readonly cwd: string;
}

/**
 * The commands of pipe-pane, at most one per pane. They outlive the daemon and receive everything that the pane prints.
 */
export interface PipeCommands {
  has(pane: Pane): boolean;
  start(pane: Pane, request: JobRequest, flow: PipeFlow): void;
  /** Closes the command's input after everything printed so far. */
  stop(pane: Pane): void;
}

export interface PipeFlow {
  /** The command reads the pane's output. */
  readonly output: boolean;
  /** The command's output is typed into the pane. */
  readonly input: boolean;
}

/** A server as the daemon hosts it. */
export interface HostedServer {
  readonly mux: Mux;
  readonly pipes: PipeCommands;
  readonly records: DoorRecords;
  /** Resolves when everything that the pane's process has printed so far is on its screen. */
  flush(pane: Pane): Promise<void>;
  /**
   * Puts all changes on record at once, except inside an unanswered call: its changes are recorded with its answer.
   * `ofKey`: the current key is completely handled.
   */
  commit(options?: { readonly ofKey?: boolean }): void;
  /** Passes on everything that a pane prints from now on, in order, until the returned function is called. */
  tap(pane: Pane, onOutput: (bytes: Uint8Array) => void): () => void;
  /** Moves the process of a job with a terminal into an empty pane; the job receives no further events. */
  takeJob(pane: Pane, job: Job): void;
  /**
   * Closes all panes and removes records and socket file: for `kill-server`, and for an empty server with exit-empty.
   */
  end(): Promise<void>;
}

export interface JobRequest extends ProgramStart {
  /** Size of the job's terminal, for a popup. */
  readonly size?: Size;
}

/** A process beside the panes: run-shell, if-shell, `#(…)`. Its stderr is discarded, as in tmux. */
export interface Job {
  /** Process id; 0 until the process runs. */
  readonly pid: number;
  /**
   * Resolves when the process has ended and all its output was delivered. A program that cannot be started ends with
   * status 1.
   */
  readonly exited: Promise<ExitState>;
  /** Why no process could be made for the job, once it has exited. Undefined also for a program that cannot be run. */
  readonly failure?: string | undefined;
  write(bytes: Uint8Array): void;
  endInput(): void;
  signal(signal: number): void;
  /** Resizes the job's terminal. */
  resize(size: Size): void;
  /** Hangs up the job's terminal, if it has one. */
  close(): void;
}

export interface Jobs {
  start(request: JobRequest, onOutput: (bytes: Uint8Array) => void): Job;
}
