import type { PaneId } from "../core/ids.ts";
import type { JsonValue, Mux } from "../core/mux.ts";
import type { Clock } from "../core/ports.ts";
import type { Screen } from "../core/screen/screen.ts";

/** What the native doors need of the daemon. */
export interface NativeHost {
  readonly version: string;
  readonly clock: Clock;
  /** Where the user is at home: agents start there who have no leader and name no directory. */
  readonly home: string;
  readonly records: NativeRecords;
  /** Live contexts of all teams together. */
  readonly maxContexts: number;
  server(key: string): NativeServer | undefined;
  /** The server of teams whose leader runs in no pane of ours; made where there is none. */
  openOwnServer(): Promise<NativeServer>;
  /** By its name or its socket's path, made where there is none. Throws MuxError where somebody else's answers there. */
  openServer(named: string): Promise<NativeServer>;
  /** A closed pane whose journal was kept; undefined where nothing of it is left. */
  openRetired(place: PanePlace): RetiredPane | undefined;
  /** Nobody may ask for it any longer. */
  removeRetired(place: PanePlace): void;
  /** Runs what types into panes; settles when that is out of the daemon's hands and cannot be lost. */
  typing(type: () => void): Promise<void>;
  reportBug(error: unknown, what: string): void;
}

/** Where a pane is or was: ids of panes are never used again within a server, keys of servers never at all. */
export interface PanePlace {
  readonly server: string;
  readonly pane: PaneId;
}

/** What outlives the daemon: JSON by key. Whatever is noted goes with the next commit, all of it or nothing. */
export interface NativeRecords {
  under(prefix: string): Iterable<readonly [rest: string, value: JsonValue]>;
  /** Undefined: the record is gone. */
  note(key: string, value: JsonValue | undefined): void;
  commit(): void;
}

/** One tmux server, and what its panes print. */
export interface NativeServer {
  readonly key: string;
  readonly mux: Mux;
  /** Undefined for a pane that was closed. */
  outputOf(pane: PaneId): PaneOutput | undefined;
  /** How the pane's terminal takes input just now; undefined where it is gone before it can tell. */
  inputOf(pane: PaneId): Promise<InputState | undefined>;
  /** Whether a program waits for a line of it just now; undefined where the system does not tell. */
  isAwaitingLine(pane: PaneId): boolean | undefined;
}

export interface InputState {
  /** Input is read in lines, whose end and editing the terminal sees to. */
  readonly canonical: boolean;
  /** Bytes that were typed and that no program has read yet. */
  readonly unreadBytes: number;
}

export interface OutputStretch {
  readonly offset: number;
  readonly bytes: Uint8Array;
}

/** The output of a pane's present process: every byte has an offset, and the journal has those of a while ago. */
export interface PaneOutput {
  /** Bytes received so far. */
  readonly end: number;
  /** Everything from now on, as it comes, until the returned function is called. */
  tap(onOutput: (stretch: OutputStretch) => void): () => void;
  /** From an offset on, in order; it begins later where older output is gone. Ends where the output ended at the call. */
  recorded(from: number): AsyncIterable<OutputStretch>;
}

export interface RetiredPane {
  readonly output: Pick<PaneOutput, "end" | "recorded">;
  /** As it was when the pane was closed. */
  readonly screen: Screen;
  close(): void;
}
