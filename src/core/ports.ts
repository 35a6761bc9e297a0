import type { MuxError } from "./errors.ts";
import type { PaneId } from "./ids.ts";

/**
 * Interfaces that the core requires of its environment, without their implementation. The daemon supplies each by
 * constructor argument. The core itself stays synchronous: a call returns a handle at once, and slow work happens
 * behind the handle.
 */

export interface Size {
  readonly cols: number;
  readonly rows: number;
}

/** How a pane's process ended. Exactly one of the two is set. */
export interface ExitState {
  readonly status?: number;
  readonly signal?: number;
}

export interface SpawnRequest {
  readonly pane: PaneId;
  /** The program, searched in the environment's PATH unless it holds a slash; absent: argv[0]. */
  readonly file?: string;
  /** Executed directly, never through a shell. argv[0] may differ from the file: "-bash" makes a login shell. */
  readonly argv: readonly string[];
  readonly cwd: string;
  /** The complete environment of the child, in the order in which the child receives it. */
  readonly environment: ReadonlyMap<string, string>;
  readonly size: Size;
}

export interface StartedProcess {
  readonly pid: number;
  readonly tty: string;
}

/** The foreground process of a pane's terminal. Fields are empty if the system does not report them. */
export interface Foreground {
  readonly pgrp: number;
  readonly command: string;
  readonly cwd: string;
}

/**
 * A pane's process as the core sees it. It exists from the moment of the request; `started` resolves when the program
 * runs, or rejects with a MuxError "start-failed" that carries the meaning of errno. Input written before that is
 * queued in order.
 */
export interface PaneProcess extends Partial<Borrower> {
  readonly started: Promise<StartedProcess>;
  /** Known once started; 0 before. */
  readonly pid: number;
  /** Name of the terminal device; empty before the start. */
  readonly tty: string;
  /** Resolves when every byte has been written to the terminal. Bytes of different calls are never interleaved. */
  write(bytes: Uint8Array): Promise<void>;
  /** The reason why input is rejected now: the program does not read, and the bounded queue is full. */
  readonly inputRefusal?: MuxError | undefined;
  resize(size: Size): void;
  signal(signal: number): void;
  /** Sends SIGHUP to the pane's processes, and SIGKILL to those that are left after the grace period. */
  close(graceMs?: number): void;
  foreground(): Foreground | undefined;
}

/** A terminal as the system identifies it: the name alone may refer to another terminal in another namespace. */
export interface TerminalIdentity {
  readonly name: string;
  readonly device: bigint;
  readonly inode: bigint;
  readonly number: bigint;
}

/**
 * A pane's process that can borrow a client's terminal. While it does, typed bytes go directly into the pane, and
 * simple text that the pane prints goes directly to the terminal, without passing through the daemon.
 */
export interface Borrower {
  /** Whether the process can borrow a terminal now: all input typed before is on its way to the pane. */
  readonly borrows: boolean;
  /** Calls the listener once, as soon as `borrows` may have become true. */
  whenBorrows(listener: () => void): void;
  lend(offer: TerminalOffer, lender: Lender): Loan;
}

export interface TerminalOffer {
  readonly terminal: TerminalIdentity;
  /** Request id of the client that owns the terminal. */
  readonly client: bigint;
  /** A bitmap of the byte values that go into the pane unchanged, lowest bit first. */
  readonly typedAsIs: Uint8Array;
}

/** Bytes of a client's terminal that were read for a pane but not typed, because they must be looked up as keys. */
export interface UnreadKeys {
  /** Stays the same when the same bytes are delivered again after a daemon's death. */
  readonly id: bigint;
  readonly bytes: Uint8Array;
  /** Bytes before these that a previous daemon has already handled. */
  readonly taken: number;
}

/** Receives the events of a loan, in order. */
export interface Lender {
  /** `agoMs`: time since the last of these bytes arrived. */
  typed(bytes: number, agoMs: number): void;
  /** The pane has already drawn this output; `deliver` applies it to the pane's screen. */
  drawn(deliver: () => void): void;
  /** Answers `drawNoMore`. `spoiled`: it is unknown how much of the last text the pane has drawn. */
  drawsNoMore(spoiled: boolean): void;
  /**
   * Final event of a loan. `unread`: keys that must be looked up, handled when this call returns. `refused`: the
   * pane's process could not open the terminal.
   */
  gaveBack(unread: UnreadKeys | undefined, refused: boolean): void;
}

/**
 * Where and how a pane is shown on a terminal, as far as the pane's process must know to draw there. Cells count from
 * 0.
 */
export interface DrawPlace {
  /** Area of the pane on the terminal. */
  readonly left: number;
  readonly top: number;
  readonly cols: number;
  readonly rows: number;
  /** The pane's cursor, relative to the pane. */
  readonly x: number;
  readonly y: number;
  /** Number of characters that fit to the right of the cursor. */
  readonly columns: number;
  readonly abilities: DrawAbilities;
  /** Bytes that set the pen from any state. */
  readonly pen: Uint8Array;
}

export interface DrawAbilities {
  /** More than plain text may be drawn: the whole pane is visible, and its screen is in its ordinary state. */
  readonly all: boolean;
  /** The terminal's cursor is at the pane's cursor. */
  readonly atCursor: boolean;
  readonly cursorShown: boolean;
  /** The pane's last column is the terminal's last column. */
  readonly toEdge: boolean;
  /** A character in the terminal's last column delays the wrap until the next character. */
  readonly lastColumn: boolean;
  /** Erased cells get the background colour. */
  readonly erases: boolean;
  readonly utf8: boolean;
  readonly dim: boolean;
  readonly italic: boolean;
  readonly blink: boolean;
  readonly hidden: boolean;
  readonly strikethrough: boolean;
  /** Support for 8 colours; the following fields are for 16, for 256, and for all. */
  readonly colours: boolean;
  readonly bright: boolean;
  readonly palette: boolean;
  readonly rgb: boolean;
}

export interface Loan {
  /**
   * Whether the pane may draw now. Becomes false with the first output that the pane did not draw, before that output
   * is delivered.
   */
  readonly drawing: boolean;
  /** Allows the pane to draw; the terminal must show all its earlier output. */
  draw(place: DrawPlace): void;
  drawNoMore(): void;
  takeBack(): void;
}

export interface Spawner {
  spawn(request: SpawnRequest): PaneProcess;
}

export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Calls `run` once after the delay; the returned function cancels the call. */
  after(delayMs: number, run: () => void): () => void;
}
