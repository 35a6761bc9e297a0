import type { Frame } from "./frames.ts";
import type { Size } from "./payload.ts";

/** The request of a client, as it sent it. */
export interface CallRequest {
  /** Random; the same when the client repeats the request because a daemon died before it answered. */
  readonly requestId: bigint;
  readonly retry: boolean;
  /** Where the answer of the previous daemon was when it died: this answer begins there. Undefined: at its first byte. */
  readonly cursor: string | undefined;
  /** Last part of argv[0]: "tmux" or "mullion". */
  readonly program: string;
  /** Without argv[0]. */
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly environment: ReadonlyMap<string, string>;
  readonly pid: number;
  /** The caller's user id, as the system reports it. */
  readonly uid: number;
  /**
   * Socket path of the only server that this user may reach; undefined for the owner and root, who may reach every
   * server.
   */
  readonly confinedTo: string | undefined;
  readonly tty: {
    readonly stdin: boolean;
    readonly stdout: boolean;
    readonly stderr: boolean;
    /** Device name of the terminal; empty: no terminal. */
    readonly name: string;
    readonly size: Size;
    /** The erase character; 0: none. */
    readonly erase: number;
  };
}

/**
 * One run of `tmux` or `mullion` in a terminal or script, as the daemon sees it: the request, and where its answers go.
 * A door receives one invocation for each call and must end it with exactly one `exit` or `exec`.
 */
export interface Invocation extends CallRequest {
  /**
   * `cursor`: where the answer continues after this output. If the daemon dies, the client repeats the request with it;
   * without any, the next daemon sends the same answer again, and the client omits what it has printed.
   */
  stdout(data: string | Uint8Array, cursor?: string): void;
  stderr(data: string | Uint8Array): void;
  /**
   * Shows on the client's terminal what the call waits for, in the place of the previous line, until other output comes
   * (empty: removes it). It is no part of the answer, and an earlier client shows none.
   */
  progressLine(text: string): void;
  readonly stdin: ClientStdin;
  readonly flow: OutputFlow;
  onSignal(listener: (signal: number) => void): void;
  /** Called when the client disconnects before it was answered. */
  onGone(listener: () => void): void;
  /** The client's terminal, for a call that draws on it and reads its keys. */
  openTerminal(): ClientTerminal;
  /**
   * Makes this a control client (1: -C, 2: -CC on a terminal): output leaves at once, and the client never repeats the
   * request.
   */
  setControl(mode: 1 | 2): void;
  exec(argv: readonly string[]): void;
  /** `hangUp`: the client hangs up its parent process first. */
  exit(status: number, options?: { readonly hangUp?: boolean }): void;
}

/** Standard input of a client, which sends it only while a reader wants it. */
export interface ClientStdin {
  /** Reads it up to its end. */
  read(): Promise<Uint8Array>;
  /** Passes it on as it arrives, until the returned function is called. */
  relay(reader: StdinReader): () => void;
}

export interface StdinReader {
  onData(bytes: Uint8Array): void;
  onEnd(): void;
}

/** How far the client accepts the output of its call. */
export interface OutputFlow {
  /** Output that the connection has not accepted yet. */
  readonly unsentBytes: number;
  /** The connection accepts less than is sent: `onDrained` notifies when it has accepted everything. */
  readonly congested: boolean;
  onDrained(listener: () => void): void;
}

/** The terminal of a client whose call draws on it. */
export interface ClientTerminal {
  readonly request: CallRequest;
  readonly keys: ClientKeys;
  /** `goodbye`: bytes that the client prints when it returns the terminal, however it ends. */
  setRaw(on: boolean, goodbye?: Uint8Array): void;
  write(data: string | Uint8Array): void;
  /**
   * Written bytes that the raw terminal has not accepted yet; `onDrawn` notifies when it has accepted everything.
   */
  readonly undrawnBytes: number;
  onDrawn(listener: () => void): void;
  onResize(listener: (size: Size) => void): void;
  /** Bytes that the terminal sends, until the returned function is called. */
  relayKeys(reader: StdinReader): () => void;
  /** The client stops as on Ctrl-Z, and reports with a signal (CONT) when it continues. */
  suspend(): void;
  /**
   * The client writes the greeting to its terminal, runs a shell command on it, and reports with a signal (CONT) when
   * the command has ended.
   */
  lock(command: string, greeting: Uint8Array): void;
  /** Records where this client is attached, so that the next daemon can restore it. */
  recordPlace(place: AttachedPlace): void;
  /** Sends a frame that this room does not define, unless the call has ended. */
  sendFrame(frame: Buffer): void;
  /** Receives the client's frames that this room does not define; returns false for one that is unknown. */
  onFrame(listener: (frame: Frame) => boolean): void;
}

/** The keys of a terminal. Each is handled once, although a client sends those again that its daemon did not acknowledge. */
export interface ClientKeys {
  /** Offset in the typed bytes up to which previous daemons and this one have handled keys or queued them. */
  readonly end: bigint;
  /**
   * The key table for the next key, if it is not the session's own; initially the one that the previous daemon left. It goes
   * on record with the key that changes it.
   */
  table: string | undefined;
  /**
   * Handles a key that ends this many bytes after `end`. Holders know its input by that offset: if the daemon dies before
   * it acknowledges the key, and the client resends the key, the holders do not type it twice. `bulk`: `run` types
   * everything that arrived in one piece and ends there, beside what the last key of it did.
   */
  handle(bytes: number, run: () => void, options?: { readonly bulk?: boolean }): void;
  /** Handles a key that the client did not send, as `handle` does. */
  handleOther(key: OtherKey, run: () => void): void;
  /** The bytes of this chunk from the client that no previous daemon handled. */
  unhandled(bytes: Uint8Array): Uint8Array;
  /** Bytes with this id that a previous daemon has handled. */
  handledOf(id: bigint): number;
  /**
   * Acknowledges bytes after `end`. `now`: the effects of these bytes must not be repeated. `waiting`: handling of this
   * many bytes at the end has not started; the client resends them if the daemon dies before `started` reports them, or
   * before later bytes are acknowledged.
   */
  acknowledge(bytes: number, options?: { readonly now?: boolean; readonly waiting?: number }): void;
  /** Handling of all bytes up to this offset has started. */
  started(end: bigint): void;
  /**
   * Whether the client's next bytes must wait for `catchUp`: with their keys, a holder could forget keys that the client
   * would resend after a death of the daemon.
   */
  readonly isBehind: boolean;
  /** Acknowledges the keys so far, and then calls the listener. */
  catchUp(listener: () => void): void;
}

/** A key that ends at `offset` of the bytes with this id. */
export interface OtherKey {
  readonly id: bigint;
  readonly offset: number;
  /** No bytes with this id follow. */
  readonly isLast: boolean;
}

/** Keys that reach the daemon by another way than the client's standard input. */
export interface KeySource {
  /** Bytes of the source that precede these. */
  readonly start: number;
  /** Handles a key that ends at this offset of the source. */
  handle(end: number, run: () => void): void;
}

/** Where a client is attached. */
export interface AttachedPlace {
  readonly socketPath: string;
  /** Id of the session. */
  readonly session: string;
  /** In the format of `attach-session -f`. */
  readonly flags: string;
  readonly utf8: boolean;
  /** Terminal features from `-2` and `-T`. */
  readonly features: readonly string[];
}
