import type { EvidenceRecord } from "../agent/evidence.ts";
import type { BufferStackRecord } from "../buffers/buffer-stack.ts";
import type { EnvironmentRecord } from "../environment/environment.ts";
import type { PaneId, SessionId, WindowId } from "../ids.ts";
import type { KeyTablesRecord } from "../keys/key-tables.ts";
import type { OptionsRecord } from "../options/options.ts";
import type { Counters } from "../tree/state.ts";
import type { Axis, PaneExit, PaneStart } from "../tree/tree.ts";

/**
 * The persisted form of a server: one record per entity, plain JSON under its own key, so that a change writes only
 * what changed. Together the records rebuild the server exactly, except for clients, which live as long as their
 * connection, and for processes, which the daemon finds again.
 */

export const SERVER_KEY = "server";
export const TREE_KEY = "tree";
export const BUFFERS_KEY = "buffers";
/** Incremented when a record's shape changes so that older records must be read differently. */
export const RECORD_VERSION = 2;

export interface ServerRecord {
  readonly version: number;
  readonly startTime: number;
  readonly options: OptionsRecord;
  readonly sessionOptions: OptionsRecord;
  readonly windowOptions: OptionsRecord;
  readonly environment: EnvironmentRecord;
  /** Absent in records that predate the recording of keys. */
  readonly keys?: KeyTablesRecord;
}

/** The part that changes with the tree. */
export interface TreeRecord {
  readonly next: Counters;
  readonly groups: readonly (readonly [name: string, sessions: readonly SessionId[]])[];
  readonly marked: readonly [PaneId, SessionId, index: number] | null;
}

export type BuffersRecord = BufferStackRecord;

export interface SessionRecord {
  readonly name: string;
  readonly cwd: string;
  readonly created: number;
  readonly activity: number;
  readonly lastAttached: number;
  /** Links by index; the flags are unseen alerts. */
  readonly links: readonly (readonly [index: number, window: WindowId, flags: string])[];
  readonly current: number;
  readonly last: readonly number[];
  readonly options: OptionsRecord;
  readonly environment: EnvironmentRecord;
}

export type CellRecord =
  | readonly [pane: PaneId, cols: number, rows: number]
  | readonly [axis: Axis, cols: number, rows: number, children: readonly CellRecord[]];

/** Positions are part of the window's record, not of each pane's, because one split moves many panes. */
export type PlacedPaneRecord = readonly [pane: PaneId, cols: number, rows: number, left: number, top: number];

export interface WindowRecord {
  readonly name: string;
  readonly created: number;
  readonly activity: number;
  readonly cols: number;
  readonly rows: number;
  readonly manualSize: readonly [cols: number, rows: number];
  /** The real layout, also while the window is zoomed. */
  readonly layout: CellRecord;
  readonly zoomed: PaneId | null;
  readonly stacked?: boolean;
  readonly oldLayout: string | null;
  readonly lastPreset: number;
  /** Only ids in records of version 1. */
  readonly panes: readonly (PlacedPaneRecord | PaneId)[];
  readonly active: PaneId;
  readonly last: PaneId | null;
  /** Links of all sessions, in the order of their creation. */
  readonly links: readonly (readonly [SessionId, index: number])[];
  readonly options: OptionsRecord;
}

export interface PaneRecord {
  readonly window: WindowId;
  readonly title: string;
  readonly start: PaneStart;
  /** These four fields exist only in records of version 1. */
  readonly cols?: number;
  readonly rows?: number;
  readonly left?: number;
  readonly top?: number;
  readonly historyLimit: number;
  readonly activePoint: number;
  readonly empty: boolean;
  readonly inputOff: boolean;
  readonly exit: PaneExit | null;
  /** Evidence about the pane's program; absent if there is none. */
  readonly evidence?: EvidenceRecord;
  readonly metadata: readonly (readonly [name: string, value: string])[];
  readonly options: OptionsRecord;
}
