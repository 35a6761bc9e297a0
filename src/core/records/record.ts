import type { EvidenceRecord } from "../agent/evidence.ts";
import type { BufferStackRecord } from "../buffers/buffer-stack.ts";
import type { EnvironmentRecord } from "../environment/environment.ts";
import type { PaneId, SessionId, WindowId } from "../ids.ts";
import type { KeyTablesRecord } from "../keys/key-tables.ts";
import type { Axis } from "../layout/cell.ts";
import type { OptionsRecord } from "../options/options.ts";
import type { PaneExit, PaneStart } from "../tree/pane.ts";
import type { Counters } from "../tree/server-state.ts";

/**
 * A server written down: one record for each thing in it, plain JSON under a key of its own, so that a change costs what
 * changed and nothing more. Together they rebuild the server exactly, but for what lives only with a connection or a
 * process: clients, and the processes themselves, which the daemon finds again.
 */

export const SERVER_KEY = "server";
export const TREE_KEY = "tree";
export const BUFFERS_KEY = "buffers";
/** Raised when a record's shape changes in a way that older ones must be read differently. */
export const RECORD_VERSION = 2;

export interface ServerRecord {
  readonly version: number;
  readonly startTime: number;
  readonly options: OptionsRecord;
  readonly sessionOptions: OptionsRecord;
  readonly windowOptions: OptionsRecord;
  readonly environment: EnvironmentRecord;
  /** Absent in records of a time when keys were not kept. */
  readonly keys?: KeyTablesRecord;
}

/** What changes with the tree. */
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
  /** By index; the flags are those of alerts not yet seen. */
  readonly links: readonly (readonly [index: number, window: WindowId, flags: string])[];
  readonly current: number;
  readonly last: readonly number[];
  readonly options: OptionsRecord;
  readonly environment: EnvironmentRecord;
}

export type CellRecord =
  | readonly [pane: PaneId, cols: number, rows: number]
  | readonly [axis: Axis, cols: number, rows: number, children: readonly CellRecord[]];

/** Places stand with the window and not with each pane: one split moves many panes. */
export type PlacedPaneRecord = readonly [pane: PaneId, cols: number, rows: number, left: number, top: number];

export interface WindowRecord {
  readonly name: string;
  readonly created: number;
  readonly activity: number;
  readonly cols: number;
  readonly rows: number;
  readonly manualSize: readonly [cols: number, rows: number];
  /** The real one, also while the window is zoomed. */
  readonly layout: CellRecord;
  readonly zoomed: PaneId | null;
  readonly stacked?: boolean;
  readonly oldLayout: string | null;
  readonly lastPreset: number;
  /** Names alone in records of version 1. */
  readonly panes: readonly (PlacedPaneRecord | PaneId)[];
  readonly active: PaneId;
  readonly last: PaneId | null;
  /** In the order the links were made, over all sessions. */
  readonly links: readonly (readonly [SessionId, index: number])[];
  readonly options: OptionsRecord;
}

export interface PaneRecord {
  readonly window: WindowId;
  readonly title: string;
  readonly start: PaneStart;
  /** These four only in records of version 1. */
  readonly cols?: number;
  readonly rows?: number;
  readonly left?: number;
  readonly top?: number;
  readonly historyLimit: number;
  readonly activePoint: number;
  readonly empty: boolean;
  readonly inputOff: boolean;
  readonly exit: PaneExit | null;
  /** What was noticed of its program; absent where nothing was. */
  readonly evidence?: EvidenceRecord;
  readonly metadata: readonly (readonly [name: string, value: string])[];
  readonly options: OptionsRecord;
}
