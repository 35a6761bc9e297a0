import type { DescribedPane } from "../protocol/pane.ts";

/**
 * Terminals for programs: named sessions that outlive their creator, each with one or more panes, to type into, read
 * and wait for. Callers compile against this interface; `createSubstrate` chooses the implementation.
 *
 * Every call takes an AbortSignal. An aborted call rejects with the signal's reason, although its effect may still
 * happen. Every other failure is a `SubstrateError`, whose `code` is the contract.
 */
export interface Substrate {
  readonly backend: "mullion" | "tmux";

  /**
   * Starts a detached session of this name; throws `SessionExists` if the name is in use. A string is a line for
   * /bin/sh; a list of words is a program and its arguments, without a shell; no command, or "", is the user's shell.
   * With `place` it runs on another machine, as the session `HOST/name`: every call accepts that name.
   */
  spawnSession(name: string, command?: Command, options?: SpawnOptions): Promise<Session>;

  /**
   * Ends a session and everything that runs in it; throws `SessionNotFound` if it does not exist. Its name is free
   * afterwards.
   */
  destroySession(name: string, options?: CallOptions): Promise<void>;

  /** Ends one pane and its processes, and resolves when it is gone; a session ends with its last pane. */
  destroyPane(pane: PaneTarget, options?: CallOptions): Promise<void>;

  /** Types a line, then Enter as a separate key. */
  sendCommand(target: Target, command: string, options?: CallOptions): Promise<void>;

  /** Presses one key by its tmux name: Enter, Escape, C-c, M-x, Up, F5 …; a single character stands for itself. */
  sendKey(target: Target, key: string, options?: CallOptions): Promise<void>;

  /** The last `lines` lines of the output as plain text, without trailing blanks or trailing empty lines. */
  captureOutput(target: Target, lines: number, options?: CallOptions): Promise<string>;

  /** What the terminal shows now, all at one moment. */
  captureScreen(target: Target, options?: CallOptions): Promise<Screen>;

  /** Oldest first; empty if no server runs. With `place`, those on that machine. */
  listSessions(options?: ListOptions): Promise<Session[]>;

  /** The panes of a session, ordered by window and position. */
  listPanes(session: string, options?: CallOptions): Promise<Pane[]>;

  /** Splits a pane. The new pane runs a command as in `spawnSession`; the active pane stays active. */
  splitPane(target: Target, direction: Direction, options?: SplitOptions): Promise<Pane>;

  /**
   * Splits a session's active pane into a grid and returns its panes row by row; the first is the original pane. If
   * they do not all fit, none is created: `PaneLimit`.
   */
  layoutGrid(session: string, rows: number, cols: number, options?: GridOptions): Promise<Pane[][]>;

  /** Resizes a session's window, or a pane as far as its window allows. Returns the new size. */
  resize(target: Target, size: Size, options?: CallOptions): Promise<Size>;

  /**
   * How the program in a pane is doing: working, waiting for a person, idle, done or failed, and why. tmux does not know
   * this: `Unsupported` there.
   */
  state(target: Target, options?: CallOptions): Promise<AgentStanding>;

  /** Resolves when the condition holds, when the process ends before that, or when the time is over. */
  waitFor(target: Target, condition: Condition, options?: WaitOptions): Promise<WaitOutcome>;

  /** Events from now on. Resolves when no further event can be missed; read with `for await`, leave with `break`. */
  events(options?: EventsOptions): Promise<AsyncIterableIterator<SubstrateEvent>>;

  /** Ends event streams and connections. Sessions continue. */
  close(): Promise<void>;
}

/** A session by name, which means its active pane; or one pane, active or not. `HOST/name` is a session on another machine. */
export type Target = string | PaneTarget;

/** Every `Pane` and every `Session` is a target. */
export interface PaneTarget {
  /** Never reused for another pane. */
  readonly paneId: string;
}

/** A line for /bin/sh, or a program and its arguments. */
export type Command = string | readonly string[];

/** Position of the new pane. */
export type Direction = "right" | "down";

export interface Size {
  readonly cols: number;
  readonly rows: number;
}

/** A snapshot of a session. */
export interface Session extends Size, PaneTarget {
  /** The name given to `spawnSession`; on another machine `HOST/name`. */
  readonly name: string;
  /** The machine that it is on; absent: this one. */
  readonly host?: string;
  /** tmux's id, such as $3. */
  readonly sessionId: string;
  readonly windows: number;
  /** Number of terminals that show the session. */
  readonly attached: number;
  readonly createdAt: Date;
  /** The active pane at the time of the snapshot. */
  readonly paneId: string;
}

/**
 * A snapshot of a pane. `pid` is the process id of the program started in it, `foreground` the program in front (empty if
 * the system does not report it).
 */
export interface Pane
  extends Size,
    PaneTarget,
    Readonly<Pick<DescribedPane, "left" | "top" | "active" | "pid" | "tty" | "foreground" | "cwd">> {
  readonly session: string;
  /** tmux's id, such as %3. */
  readonly tmuxPaneId: string;
  /** The machine that it is on; absent: this one. */
  readonly host?: string;
}

/** How the program in a pane is doing. */
export interface AgentStanding {
  readonly state: "working" | "waiting" | "idle" | "done" | "failed";
  /** The evidence that decided, as a clause: its shell is at the prompt. */
  readonly because: string;
  /** The kind of that evidence: report, metadata, end, progress, attention, prompt, title, terminal, screen, quiet, none. */
  readonly rule: string;
  /** From 0 to 1. */
  readonly confidence: number;
  /** What a waiting program asks, if that is known. */
  readonly question?: string | undefined;
  /** Time of the change to this state: milliseconds since the epoch. */
  readonly since: number;
  /** The program is done or failed, and no person has seen the pane since. */
  readonly unread: boolean;
  /** The program in front by the name that people use, such as claude; empty if unknown. */
  readonly program: string;
}

export interface Screen extends Size {
  readonly cursor: { readonly x: number; readonly y: number; readonly visible: boolean };
  /** One line per row, without trailing blanks. */
  readonly lines: readonly string[];
  /** The same lines, with styles as SGR sequences. */
  readonly styledLines: readonly string[];
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
}

export interface ListOptions extends CallOptions {
  /** A host: its sessions in place of this machine's. tmux knows no hosts: `Unsupported` there. */
  readonly place?: string | undefined;
}

export interface StartOptions extends CallOptions {
  /**
   * Absolute path. Absent: this process's directory for a session (your home directory on another machine), the session's
   * directory for a pane.
   */
  readonly cwd?: string | undefined;
  /** Added to the session's environment. */
  readonly env?: Readonly<Record<string, string>> | undefined;
}

export interface SpawnOptions extends StartOptions {
  /** Absent: 200. */
  readonly cols?: number | undefined;
  /** Absent: 50. */
  readonly rows?: number | undefined;
  /**
   * The machine to run on: a host that a person has added with `mullion host add`, or a running job of an engine
   * ("slurm-12"). "slurm" and "slurm:OPTIONS" submit a job for the session; while that is queued, the call rejects with
   * `HostUnreachable` after 45 s, and the next one for the same place gets the same job. Absent: this machine. tmux knows no
   * hosts: `Unsupported` there.
   */
  readonly place?: string | undefined;
}

export interface SplitOptions extends StartOptions {
  readonly command?: Command | undefined;
  /** Share of the split pane that the new one gets; absent: half. */
  readonly percent?: number | undefined;
}

export interface GridOptions extends StartOptions {
  /** The command of each new pane. */
  readonly command?: Command | undefined;
}

/** The condition to wait for: one of these. */
export type Condition =
  /** A line of the screen contains this text, or it was printed since the call. */
  | { readonly text: string }
  /** A line matches this POSIX extended regular expression. */
  | { readonly regex: string }
  /** No output for this long. */
  | { readonly idleMs: number }
  /** The process has ended. */
  | { readonly exit: true }
  /** The shell waits at a prompt. tmux does not report prompts: `Unsupported` there. */
  | { readonly prompt: true }
  /** The program is in this state, or in one of these. tmux does not know states: `Unsupported` there. */
  | { readonly state: AgentStanding["state"] | readonly AgentStanding["state"][] };

export interface WaitOptions extends CallOptions {
  /** Absent: 30,000. */
  readonly timeoutMs?: number | undefined;
}

export interface WaitOutcome {
  readonly outcome: "met" | "exited" | "timed-out";
  /** The line that matched. */
  readonly text?: string;
  /** The state that the program has reached. */
  readonly state?: AgentStanding["state"];
  /** The process's exit status, or 128 + n if signal n ended it; tmux discards it together with the pane. */
  readonly exitCode?: number;
}

export interface EventsOptions extends CallOptions {
  /** Only events of this session. */
  readonly session?: string | undefined;
  /** Whether to receive output, too; absent: true. */
  readonly output?: boolean | undefined;
  /** Bytes that may wait for the reader; absent: 16 MiB. Beyond this a gap is reported. */
  readonly maxBytes?: number | undefined;
}

/** An event in one pane; or a gap, in the place of events dropped because the reader was too slow. */
export type SubstrateEvent =
  | (InPane & { readonly type: "created" })
  /** Bytes as the program printed them. */
  | (InPane & { readonly type: "output"; readonly data: Uint8Array })
  /** Follows the last output. */
  | (InPane & { readonly type: "exited"; readonly exitCode?: number })
  /** This many bytes of output were dropped. */
  | (InPane & { readonly type: "gap"; readonly missedBytes: number })
  /** This many other events were dropped: call `listSessions` for the current state. */
  | { readonly type: "lost"; readonly missedEvents: number };

/** The place of the event. */
export interface InPane extends PaneTarget {
  readonly session: string;
  /** The machine that it is on; absent: this one. */
  readonly host?: string;
}
