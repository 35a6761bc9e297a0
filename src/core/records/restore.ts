import { restoreEvidence } from "../agent/evidence.ts";
import { Environment } from "../environment/environment.ts";
import { idNumber, type PaneId, type SessionId, type WindowId } from "../ids.ts";
import { createBranch, createLeaf, placeCells } from "../layout/cell.ts";
import { zoomedLeaf } from "../layout/stack.ts";
import {
  PaneState,
  type ServerRestore,
  type ServerState,
  SessionState,
  WindowState,
  WinlinkState,
} from "../tree/state.ts";
import type { Cell } from "../tree/tree.ts";
import {
  type CellRecord,
  type PaneRecord,
  RECORD_VERSION,
  type SessionRecord,
  type SoundRecords,
  type WindowRecord,
} from "./record.ts";

/**
 * The server's own state, without its sessions. Undefined if its record is lost: the server then starts as a new one.
 */
export function serverRestore({ server, tree, buffers }: SoundRecords): ServerRestore | undefined {
  if (!server) return undefined;
  if (server.version < 1 || server.version > RECORD_VERSION)
    throw new Error(`unknown version of records: ${server.version}`);
  return { ...server, next: tree.next, buffers };
}

/** Restores windows, panes and sessions into a server, without emitting events or marking changes. */
export function restoreServer(server: ServerState, records: SoundRecords): void {
  const windows = byNumber(records.windows);
  const sessions = byNumber(records.sessions);
  for (const [id, record] of windows) server.windows.set(id, restoreWindow(server, id, record));
  for (const [id, record] of byNumber(records.panes)) server.panes.set(id, restorePane(server, id, record));
  for (const [id, record] of windows) fillWindow(server, server.windows.get(id)!, record);
  for (const [id, record] of sessions) server.sessions.set(id, restoreSession(server, id, record));
  for (const [id, record] of windows) orderLinks(server, server.windows.get(id)!, record);

  const { next, groups, marked } = records.tree;
  Object.assign(server.next, next);
  for (const [name, members] of groups)
    server.groups.set(
      name,
      members.map((id) => server.sessions.get(id)!),
    );
  if (marked) {
    server.marked = server.panes.get(marked[0]);
    server.markedLink = server.sessions.get(marked[1])?.linkAt(marked[2]);
    server.markedWindow = server.marked?.window;
  }
  server.touched.clear();
  if (!records.server) server.touch(server);
}

/** Records of one kind in the order of their ids, which is the order of creation. */
function byNumber<I extends SessionId | WindowId | PaneId, R>(records: ReadonlyMap<I, R>): [I, R][] {
  return [...records].sort(([a], [b]) => idNumber(a) - idNumber(b));
}

function restoreWindow(server: ServerState, id: WindowId, record: WindowRecord): WindowState {
  const own = (): WindowState => window;
  const { cols, rows, created } = record;
  const options = server.newOptions({ scope: "window", parent: server.windowOptions }, own, record.options);
  const window = new WindowState({ id, server, options, size: { cols, rows }, created });
  window.name = record.name;
  window.activity = record.activity;
  window.manualSize = { cols: record.manualSize[0], rows: record.manualSize[1] };
  window.oldLayout = record.oldLayout ?? undefined;
  window.lastPreset = record.lastPreset;
  return window;
}

function restorePane(server: ServerState, id: PaneId, record: PaneRecord): PaneState {
  const own = (): PaneState => pane;
  const window = server.windows.get(record.window)!;
  const options = server.newOptions({ scope: "pane", parent: window.options }, own, record.options);
  const { title, historyLimit } = record;
  const pane = new PaneState({ id, window, options, title, historyLimit });
  const { start, activePoint, empty, inputOff } = record;
  Object.assign(pane, { start, activePoint, empty, inputOff });
  const { cols, rows, left, top } = record;
  if (cols !== undefined) Object.assign(pane, { cols, rows, left, top });
  pane.exit = record.exit ?? undefined;
  pane.directory = record.directory;
  pane.creators = record.creators ?? [];
  for (const [name, value] of record.metadata) pane.metadata.set(name, value);
  if (record.evidence) server.agents.restore(pane, restoreEvidence(record.evidence, server.now));
  return pane;
}

function fillWindow(server: ServerState, window: WindowState, record: WindowRecord): void {
  window.panes = record.panes.map((place) => restorePlace(server, place));
  window.active = server.panes.get(record.active)!;
  window.last = record.last ? server.panes.get(record.last) : undefined;
  window.layout = restoreCell(server, record.layout);
  placeCells(window.layout);
  if (!record.zoomed) return;
  window.savedLayout = window.layout;
  window.stacked = record.stacked ?? false;
  const pane = server.panes.get(record.zoomed)!;
  window.layout = zoomedLeaf(window, pane);
  pane.cell = window.layout;
}

/** In records of version 1, positions are part of the panes' records. */
function restorePlace(server: ServerState, place: WindowRecord["panes"][number]): PaneState {
  if (typeof place === "string") return server.panes.get(place)!;
  const [id, cols, rows, left, top] = place;
  return Object.assign(server.panes.get(id)!, { cols, rows, left, top });
}

function restoreCell(server: ServerState, record: CellRecord): Cell {
  const [head, cols, rows, children] = record;
  if (children)
    return createBranch(
      head as Exclude<Cell["kind"], "leaf">,
      { cols, rows },
      children.map((child) => restoreCell(server, child)),
    );
  const pane = server.panes.get(head as PaneId)!;
  pane.cell = createLeaf({ cols, rows }, pane);
  return pane.cell;
}

function restoreSession(server: ServerState, id: SessionId, record: SessionRecord): SessionState {
  const own = (): SessionState => session;
  const { name, cwd, created } = record;
  const options = server.newOptions({ scope: "session", parent: server.sessionOptions }, own, record.options);
  const environment = Environment.fromRecord(record.environment, () => server.touch(session));
  const session = new SessionState({ id, server, name, cwd, created, options, environment });
  session.activity = record.activity;
  session.lastAttached = record.lastAttached;
  session.links = record.links.map(([index, window, flags]) => {
    const link = new WinlinkState(session, server.windows.get(window)!, index);
    link.activity = flags.includes("#");
    link.bell = flags.includes("!");
    link.silence = flags.includes("~");
    return link;
  });
  session.current = session.linkAt(record.current)!;
  session.lastLinks = record.last.map((index) => session.linkAt(index)!);
  return session;
}

function orderLinks(server: ServerState, window: WindowState, { links }: WindowRecord): void {
  for (const [session, index] of links) window.links.push(server.sessions.get(session)!.linkAt(index)!);
}
