import { AGENT_STATES } from "../agent/agent-state.ts";
import type { EvidenceRecord } from "../agent/evidence.ts";
import type { BufferStackRecord } from "../buffers/buffer-stack.ts";
import type { EnvironmentRecord } from "../environment/environment.ts";
import type { PaneId, SessionId, WindowId } from "../ids.ts";
import type { KeyTablesRecord } from "../keys/key-tables.ts";
import type { OptionsRecord } from "../options/options.ts";
import type { Axis, PaneExit, PaneStart } from "../tree/tree.ts";
import {
  count,
  dictionary,
  either,
  flag,
  integer,
  list,
  matching,
  number,
  object,
  only,
  orNull,
  recursive,
  type Shape,
  type TypesOf,
  text,
  tuple,
} from "./shape.ts";

/**
 * The persisted form of a server: one record per entity, plain JSON under its own key, so that a change writes only
 * what changed. Together the records rebuild the server exactly, except for clients, which live as long as their
 * connection, and for processes, which the daemon finds again.
 */

/** Incremented when a record's shape changes so that older records must be read differently. */
export const RECORD_VERSION = 2;

export const sessionId: Shape<SessionId> = matching(/^\$\d{1,9}$/);
export const windowId: Shape<WindowId> = matching(/^@\d{1,9}$/);
export const paneId: Shape<PaneId> = matching(/^%\d{1,9}$/);

const options: Shape<OptionsRecord> = dictionary(either(text, list(tuple(integer, text))));
/** Name, value, hidden. */
const environment: Shape<EnvironmentRecord> = list(tuple(text, either(text, only(null)), only(0, 1)));
const binding = object({ command: text }, { note: text, repeat: flag });
const keys: Shape<KeyTablesRecord> = dictionary(orNull(dictionary(orNull(binding))));

const server = object(
  {
    version: count,
    startTime: number,
    options,
    sessionOptions: options,
    windowOptions: options,
    environment,
  },
  /** Absent in records that predate the recording of keys. */
  { keys },
);

/** The part that changes with the tree. */
const tree = object({
  next: object({ session: count, window: count, pane: count, active: count }),
  groups: list(tuple(text, list(sessionId))),
  /** The marked pane, with its session and window index. */
  marked: orNull(tuple(paneId, sessionId, integer)),
});

const buffers: Shape<BufferStackRecord> = object({
  next: count,
  buffers: list(object({ name: text, data: text, automatic: flag, created: number })),
});

const session = object({
  name: text,
  cwd: text,
  created: number,
  activity: number,
  lastAttached: number,
  /** Links by index; the flags are unseen alerts. */
  links: list(tuple(integer, windowId, text)),
  current: integer,
  last: list(integer),
  options,
  environment,
});

export type CellRecord =
  | readonly [pane: PaneId, cols: number, rows: number]
  | readonly [axis: Axis, cols: number, rows: number, children: readonly CellRecord[]];

const cell: Shape<CellRecord> = either(
  tuple(paneId, count, count),
  tuple(only("left-right", "top-bottom"), count, count, list(recursive("cell", () => cell))),
);

const window = object(
  {
    name: text,
    created: number,
    activity: number,
    cols: count,
    rows: count,
    manualSize: tuple(count, count),
    /** The real layout, also while the window is zoomed. */
    layout: cell,
    zoomed: orNull(paneId),
    oldLayout: orNull(text),
    lastPreset: integer,
    /**
     * Size and position of each pane: they are part of the window's record because one split moves many panes. Only ids
     * in records of version 1.
     */
    panes: list(either(tuple(paneId, count, count, integer, integer), paneId)),
    active: paneId,
    last: orNull(paneId),
    /** Links of all sessions, in the order of their creation. */
    links: list(tuple(sessionId, integer)),
    options,
  },
  { stacked: flag },
);

export const paneStart: Shape<PaneStart> = object({
  command: list(text),
  direct: flag,
  file: text,
  argv: list(text),
  shell: text,
  cwd: text,
});
const exit: Shape<PaneExit> = object(
  { time: number },
  { status: integer, signal: integer, stopped: flag, pid: count, tty: text },
);
const evidence: Shape<EvidenceRecord> = object(
  {},
  {
    typedAt: number,
    workedAt: number,
    seenAt: number,
    report: object(
      { state: only(...AGENT_STATES), at: number },
      { question: text, agent: text, session: text, pgrp: count, by: list(count) },
    ),
    attention: object({ kind: only("bell", "notification"), text, at: number }),
    prompt: either(
      object({ kind: only("prompt", "input", "output"), at: number }),
      object({ kind: only("done"), at: number }, { status: integer }),
    ),
  },
);

const pane = object(
  {
    window: windowId,
    title: text,
    start: paneStart,
    historyLimit: count,
    activePoint: count,
    empty: flag,
    inputOff: flag,
    exit: orNull(exit),
    metadata: list(tuple(text, text)),
    options,
  },
  {
    /** Evidence about the pane's program; absent if there is none. */
    evidence,
    /** The directory that the pane's shell reported last. */
    directory: text,
    /** Absent for a pane of a person. */
    creators: list(text),
    /** The size and position exist only in records of version 1. */
    cols: count,
    rows: count,
    left: integer,
    top: integer,
  },
);

/** The shapes of a server's records by kind. */
export const treeShapes = { server, tree, buffers, session, window, pane };

export type TreeTypes = TypesOf<typeof treeShapes>;
export type ServerRecord = TreeTypes["server"];
export type TreeRecord = TreeTypes["tree"];
export type SessionRecord = TreeTypes["session"];
export type WindowRecord = TreeTypes["window"];
export type PaneRecord = TreeTypes["pane"];

/** The records of one server as they were found; some may be lost. */
export interface ServerRecords {
  readonly server: ServerRecord | undefined;
  readonly tree: TreeRecord | undefined;
  readonly buffers: BufferStackRecord | undefined;
  readonly sessions: ReadonlyMap<SessionId, SessionRecord>;
  readonly windows: ReadonlyMap<WindowId, WindowRecord>;
  readonly panes: ReadonlyMap<PaneId, PaneRecord>;
}

/** Records that refer only to each other: the result of `repairRecords`. */
export interface SoundRecords extends ServerRecords {
  readonly tree: TreeRecord;
}
