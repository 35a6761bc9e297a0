import type { LentTerminal } from "./client-wire.ts";
import type { Size } from "./size.ts";

/**
 * One run of `tmux` or `mullion` in somebody's terminal or script, as the daemon sees it: what was asked, and where the
 * answers go. A door gets one of these for each call and must end it with exactly one `exit` or `exec`.
 */
export interface Invocation {
  /** Random, the same when the client repeats the request because a daemon died before it answered. */
  readonly requestId: bigint;
  readonly retry: boolean;
  /** Last part of argv[0]: "tmux" or "mullion". */
  readonly program: string;
  /** Without argv[0]. */
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly environment: ReadonlyMap<string, string>;
  readonly pid: number;
  /** The caller's user id, as the system says. */
  readonly uid: number;
  /** Socket path of the only server that this user may reach; undefined for the owner and root, who reach everything. */
  readonly confinedTo: string | undefined;
  readonly tty: {
    readonly stdin: boolean;
    readonly stdout: boolean;
    readonly stderr: boolean;
    /** Device name of the terminal; empty where there is none. */
    readonly name: string;
    readonly size: Size;
    /** The character that erases there; 0 where there is none. */
    readonly erase: number;
  };
  /** Where a former daemon left it, as `keepPlace` said; undefined for a call that is made for the first time. */
  readonly place: AttachedPlace | undefined;
  stdout(data: string | Uint8Array): void;
  stderr(data: string | Uint8Array): void;
  /** Asks the client for its stdin, to the end. */
  readStdin(): Promise<Uint8Array>;
  /** Asks the client for its stdin as it comes; the returned function stops it. */
  relayStdin(onData: (bytes: Uint8Array) => void, onEnd: () => void): () => void;
  onResize(listener: (size: Size) => void): void;
  onSignal(listener: (signal: number) => void): void;
  /** The client went away before it was answered. */
  onGone(listener: () => void): void;
  /** `goodbye` is what the client prints when it gives the terminal back, in whatever way it ends. */
  setRaw(on: boolean, goodbye?: Uint8Array): void;
  /** The client stops as Ctrl-Z would do it, and tells by a signal (CONT) when it goes on. */
  suspend(): void;
  /**
   * The client writes the greeting to its terminal and runs a shell command on it, and tells by a signal (CONT) when that
   * ended.
   */
  lock(command: string, greeting: Uint8Array): void;
  /** Bytes of stdin, in raw mode, that former daemons and this one dealt with: they are never sent again. */
  readonly stdinTaken: bigint;
  /**
   * `now`: what they did must not be done again. `waiting`: the last so many of them have not begun to be dealt with; they
   * come again should the daemon die before `begunStdin` tells of them, or before anything behind them is taken.
   */
  takeStdin(bytes: number, options?: { readonly now?: boolean; readonly waiting?: number }): void;
  begunStdin(end: bigint): void;
  /**
   * Deals with a key that ends so many bytes behind what was taken. What it types is known to the holders by that place:
   * should the daemon die before it says that the key was taken, and the key come again, it is not typed twice. `bulk`: this
   * types all that came in one piece and ends there, beside what the last key of it did.
   */
  dealWith(bytes: number, run: () => void, options?: { readonly bulk?: boolean }): void;
  /** What was said to a terminal in raw mode that has not taken it yet; `onDrawn` tells when it took everything. */
  readonly undrawnBytes: number;
  onDrawn(listener: () => void): void;
  /** Deals with a key of what was read from the terminal by somebody it was lent to, as `dealWith` does. */
  dealWithUnread(id: bigint, offset: number, run: () => void): void;
  /** Keys that were read there before a daemon's death and not dealt with; the returned function stops it. */
  onUnread(
    listener: (keys: { readonly id: bigint; readonly bytes: Uint8Array; readonly taken: number }) => void,
  ): () => void;
  /** The client reads its terminal no more, for somebody else does; told which one it is. */
  lend(told: (terminal: LentTerminal) => void): void;
  /** The client reads its terminal again. */
  unlend(): void;
  /** It stays attached: should this daemon die, the next one finds it there. */
  keepPlace(place: AttachedPlace): void;
  /**
   * The client is a control client from now on (1: -C, 2: -CC on a terminal): what is said leaves at once, and the
   * request is never repeated.
   */
  setControl(mode: 1 | 2): void;
  /** Said, but not taken by the connection yet. */
  readonly unsentBytes: number;
  /** More is said than the connection takes: `onDrained` tells when it took everything. */
  readonly congested: boolean;
  onDrained(listener: () => void): void;
  exec(argv: readonly string[]): void;
  /** `hangUp`: the client's parent process is hung up first. */
  exit(status: number, options?: { readonly hangUp?: boolean }): void;
}

/** What an attached client looks at. */
export interface AttachedPlace {
  readonly socketPath: string;
  /** Id of the session. */
  readonly session: string;
  /** As `attach-session -f` takes them. */
  readonly flags: string;
  readonly utf8: boolean;
  /** Terminal features given by `-2` and `-T`. */
  readonly features: readonly string[];
}
