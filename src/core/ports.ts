import type { MuxError } from "./errors.ts";
import type { PaneId } from "./ids.ts";

/**
 * What the core needs from the world, and nothing of how it is done. The daemon supplies each by constructor
 * argument; the core itself stays synchronous: a call returns a handle at once, and what takes time happens
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
  /** Executed as it is, never through a shell. argv[0] may differ from the file: "-bash" makes a login shell. */
  readonly argv: readonly string[];
  readonly cwd: string;
  /** The whole environment of the child, in the order it is given to it. */
  readonly environment: ReadonlyMap<string, string>;
  readonly size: Size;
}

export interface StartedProcess {
  readonly pid: number;
  readonly tty: string;
}

/** Who is in front on a pane's terminal right now. Fields are empty where the system does not tell. */
export interface Foreground {
  readonly pgrp: number;
  readonly command: string;
  readonly cwd: string;
}

/**
 * A pane's process as the core sees it. It exists from the moment of the request; `started` settles when the
 * program runs, or rejects with a MuxError "start-failed" that carries errno's meaning. Input given before that is
 * kept in order.
 */
export interface PaneProcess extends Partial<Borrower> {
  readonly started: Promise<StartedProcess>;
  /** Known once started; 0 before. */
  readonly pid: number;
  /** Name of the terminal device; empty before the start. */
  readonly tty: string;
  /** Settles when every byte was written to the terminal. One call is never mixed with another. */
  write(bytes: Uint8Array): Promise<void>;
  /** Why nothing can be written now: the program does not read, and a bounded amount waits for it already. */
  readonly inputRefusal?: MuxError | undefined;
  resize(size: Size): void;
  signal(signal: number): void;
  /** SIGHUP to the pane's processes, SIGKILL to what is left after the grace. */
  close(graceMs?: number): void;
  foreground(): Foreground | undefined;
}

/** A terminal as the system knows it: its name alone may mean another one elsewhere. */
export interface TerminalIdentity {
  readonly name: string;
  readonly device: bigint;
  readonly inode: bigint;
  readonly number: bigint;
}

/**
 * What a terminal can be lent to: a pane's process, beside the pane itself. What is typed there then goes straight into the
 * pane, and simple text that the pane prints straight onto the terminal, with nobody in between.
 */
export interface Borrower {
  /** Whether one can be lent to it now: everything that was typed before is on its way. */
  readonly borrows: boolean;
  /** Calls it once, as soon as that may have become true. */
  whenBorrows(listener: () => void): void;
  lend(offer: TerminalOffer, lender: Lender): Loan;
}

export interface TerminalOffer {
  readonly terminal: TerminalIdentity;
  /** Request id of the client whose terminal it is. */
  readonly client: bigint;
  /** A bit for each byte that goes into the pane as it is, the first in the lowest. */
  readonly typedAsIs: Uint8Array;
}

/** Bytes of a client's terminal that were read for a pane and not typed, because they have to be looked at. */
export interface UnreadKeys {
  /** The same whenever the same bytes come again, after a daemon's death. */
  readonly id: bigint;
  readonly bytes: Uint8Array;
  /** So many before them were dealt with by a former daemon. */
  readonly taken: number;
}

/** Whoever lends a terminal hears what becomes of it, in order. */
export interface Lender {
  /** `agoMs`: since the last of them came. */
  typed(bytes: number, agoMs: number): void;
  /** Output comes that is drawn already; it is on the pane's screen after `deliver`. */
  drawn(deliver: () => void): void;
  /** As asked for. `spoiled`: because nobody knows how much of its last text is drawn. */
  drawsNoMore(spoiled: boolean): void;
  /** The last that is heard; whatever has to be looked at was dealt with on return. `refused`: there is none to be had. */
  gaveBack(unread: UnreadKeys | undefined, refused: boolean): void;
}

/** Where and how a pane is shown on a terminal, as far as somebody else must know to draw there. Cells are counted from 0. */
export interface DrawPlace {
  /** Of the pane, on the terminal. */
  readonly left: number;
  readonly top: number;
  readonly cols: number;
  readonly rows: number;
  /** The pane's cursor, in the pane. */
  readonly x: number;
  readonly y: number;
  /** So many characters fit to the right of it. */
  readonly columns: number;
  readonly abilities: DrawAbilities;
  /** What sets the pen, whatever it was before. */
  readonly pen: Uint8Array;
}

export interface DrawAbilities {
  /** Not plain text alone: all of the pane is in sight, and its screen in its ordinary state. */
  readonly all: boolean;
  /** The terminal's cursor is the pane's. */
  readonly atCursor: boolean;
  readonly cursorShown: boolean;
  /** The pane's last column is the terminal's. */
  readonly toEdge: boolean;
  /** A character there does not wrap until the next one comes. */
  readonly lastColumn: boolean;
  /** Erased cells take the background's colour. */
  readonly erases: boolean;
  readonly utf8: boolean;
  readonly dim: boolean;
  readonly italic: boolean;
  readonly blink: boolean;
  readonly hidden: boolean;
  readonly strikethrough: boolean;
  /** Eight, sixteen, 256, and all. */
  readonly colours: boolean;
  readonly bright: boolean;
  readonly palette: boolean;
  readonly rgb: boolean;
}

export interface Loan {
  /** It may draw now. Ends by itself with the first output that it did not draw, before that is heard of. */
  readonly drawing: boolean;
  /** The terminal shows all output. */
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
  /** Runs once after the delay; the returned function cancels it. */
  after(delayMs: number, run: () => void): () => void;
}
