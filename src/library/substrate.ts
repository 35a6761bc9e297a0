/**
 * Terminals for programs: named sessions that outlive whoever made them, each with one pane or several, to type into, to
 * read and to wait for. Callers compile against this interface; `createSubstrate` chooses what stands behind it.
 *
 * Every call takes an AbortSignal. An aborted call rejects with the signal's reason; what it asked for may still happen.
 * Every other failure is a `SubstrateError`, whose `code` is the contract.
 */
export interface Substrate {
  readonly backend: "mullion" | "tmux";

  /**
   * Starts a detached session of this name: `SessionExists` where there is one. A string is a line for /bin/sh; a list of
   * words is a program and its arguments, which no shell reads; nothing, or "", is the user's shell.
   */
  spawnSession(name: string, command?: Command, options?: SpawnOptions): Promise<Session>;

  /** Ends a session and everything that runs in it: `SessionNotFound` where there is none. Its name is free afterwards. */
  destroySession(name: string, options?: CallOptions): Promise<void>;

  /** Ends one pane and what runs in it, and settles when it is gone; a session ends with its last pane. */
  destroyPane(pane: PaneTarget, options?: CallOptions): Promise<void>;

  /** Types a line, then Enter as a key of its own. */
  sendCommand(target: Target, command: string, options?: CallOptions): Promise<void>;

  /** Presses one key by its tmux name: Enter, Escape, C-c, M-x, Up, F5 …; a single character is itself. */
  sendKey(target: Target, key: string, options?: CallOptions): Promise<void>;

  /** The last so many lines of what was printed, as plain text: no blanks at their ends, no empty lines after the last. */
  captureOutput(target: Target, lines: number, options?: CallOptions): Promise<string>;

  /** What the terminal shows now, all of one moment. */
  captureScreen(target: Target, options?: CallOptions): Promise<Screen>;

  /** The oldest first; none where no server runs. */
  listSessions(options?: CallOptions): Promise<Session[]>;

  /** The panes of a session, in the order of its windows and of their places. */
  listPanes(session: string, options?: CallOptions): Promise<Pane[]>;

  /** Divides a pane. The new one runs a command as `spawnSession` does; the active pane stays the active one. */
  splitPane(target: Target, direction: Direction, options?: SplitOptions): Promise<Pane>;

  /**
   * Divides a session's active pane into a grid and gives its panes, row by row; the first is the pane that was divided.
   * Where there is no room for all of them there will be none: `PaneLimit`.
   */
  layoutGrid(session: string, rows: number, cols: number, options?: GridOptions): Promise<Pane[][]>;

  /** A session's name: its whole window. A pane: that pane, as far as its window allows. Gives the size it has now. */
  resize(target: Target, size: Size, options?: CallOptions): Promise<Size>;

  /** Settles when the condition holds, when the process ends before it does, or when the time is over. */
  waitFor(target: Target, condition: Condition, options?: WaitOptions): Promise<WaitOutcome>;

  /** What happens from now on. Settled when nothing can be missed any more; read with `for await`, leave with `break`. */
  events(options?: EventsOptions): Promise<AsyncIterableIterator<SubstrateEvent>>;

  /** Ends event streams and connections. Sessions go on. */
  close(): Promise<void>;
}

/** A session by its name, which means its active pane; or one pane, whichever is active. */
export type Target = string | PaneTarget;

/** A `Pane` is one, and so is a `Session`. */
export interface PaneTarget {
  /** Never used again for another pane. */
  readonly paneId: string;
}

/** A line for /bin/sh, or a program and its arguments. */
export type Command = string | readonly string[];

/** Where a new pane stands. */
export type Direction = "right" | "down";

export interface Size {
  readonly cols: number;
  readonly rows: number;
}

/** A session as it was when this was read. */
export interface Session extends Size, PaneTarget {
  /** As it was given to `spawnSession`. */
  readonly name: string;
  /** As tmux names it: $3. */
  readonly sessionId: string;
  readonly windows: number;
  /** How many terminals show it. */
  readonly attached: number;
  readonly createdAt: Date;
  /** The pane that was active when this was read. */
  readonly paneId: string;
}

/** A pane as it was when this was read. */
export interface Pane extends Size, PaneTarget {
  readonly session: string;
  /** As tmux names it: %3. */
  readonly tmuxPaneId: string;
  readonly left: number;
  readonly top: number;
  readonly active: boolean;
  /** Of the process that was started in it. */
  readonly pid: number;
  readonly tty: string;
  /** The program in front now; empty where the system does not tell. */
  readonly foreground: string;
  readonly cwd: string;
}

export interface Screen extends Size {
  readonly cursor: { readonly x: number; readonly y: number; readonly visible: boolean };
  /** One per row, without blanks at their ends. */
  readonly lines: readonly string[];
  /** The same, with their styles as SGR sequences. */
  readonly styledLines: readonly string[];
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
}

export interface StartOptions extends CallOptions {
  /** Absolute. Where absent: for a session this process's directory, for a pane that of its session. */
  readonly cwd?: string | undefined;
  /** Over the environment that the session has anyway. */
  readonly env?: Readonly<Record<string, string>> | undefined;
}

export interface SpawnOptions extends StartOptions {
  /** 200 where absent. */
  readonly cols?: number | undefined;
  /** 50 where absent. */
  readonly rows?: number | undefined;
}

export interface SplitOptions extends StartOptions {
  readonly command?: Command | undefined;
  /** Share of the divided pane that the new one gets; half where absent. */
  readonly percent?: number | undefined;
}

export interface GridOptions extends StartOptions {
  /** What each new pane runs. */
  readonly command?: Command | undefined;
}

/** What to wait for: one of these. */
export type Condition =
  /** This text stands in a line of the screen, or was printed since. */
  | { readonly text: string }
  /** A line matches this POSIX extended regular expression. */
  | { readonly regex: string }
  /** Nothing was printed for so long. */
  | { readonly idleMs: number }
  /** The process has ended. */
  | { readonly exit: true }
  /** The shell waits at a prompt. tmux cannot tell: `Unsupported` there. */
  | { readonly prompt: true };

export interface WaitOptions extends CallOptions {
  /** 30,000 where absent. */
  readonly timeoutMs?: number | undefined;
}

export interface WaitOutcome {
  readonly outcome: "met" | "exited" | "timed-out";
  /** The line that matched. */
  readonly text?: string;
  /** What the process returned, or 128 + n where signal n ended it; tmux forgets it together with the pane. */
  readonly exitCode?: number;
}

export interface EventsOptions extends CallOptions {
  /** Only of this session. */
  readonly session?: string | undefined;
  /** Whether output is told, too: it is where absent. */
  readonly output?: boolean | undefined;
  /** What may wait for the reader, in bytes, 16 MiB where absent; beyond it a gap is told. */
  readonly maxBytes?: number | undefined;
}

/** What happened in one pane; and what was left out because the reader was too slow for it, where it would have stood. */
export type SubstrateEvent =
  | (InPane & { readonly type: "created" })
  /** Bytes as the program printed them. */
  | (InPane & { readonly type: "output"; readonly data: Uint8Array })
  /** After the last of its output. */
  | (InPane & { readonly type: "exited"; readonly exitCode?: number })
  /** So many bytes of output were left out. */
  | (InPane & { readonly type: "gap"; readonly missedBytes: number })
  /** So many other events were left out: what there is now, `listSessions` tells. */
  | { readonly type: "lost"; readonly missedEvents: number };

/** Where it happened. */
export interface InPane extends PaneTarget {
  readonly session: string;
}
