import { BufferStack } from "../buffers/buffer-stack.ts";
import type { Change } from "../mux.ts";
import { type Entity, PaneState, ServerState, SessionState, WindowState } from "../tree/state.ts";
import type { Cell } from "../tree/tree.ts";
import {
  type CellRecord,
  type PaneRecord,
  RECORD_VERSION,
  type ServerRecord,
  type SessionRecord,
  type TreeRecord,
  type WindowRecord,
} from "./record.ts";

/** The current record of an entity; no record if the entity no longer exists. */
export function writeEntity(server: ServerState, entity: Entity): Change {
  if (entity instanceof ServerState) return { kind: "server", name: "", record: serverRecord(entity) };
  if (entity instanceof BufferStack) return { kind: "buffers", name: "", record: entity.toRecord() };
  if (entity instanceof SessionState) {
    const record = server.sessions.has(entity.id) ? sessionRecord(entity) : undefined;
    return { kind: "session", name: entity.id, record };
  }
  if (entity instanceof WindowState) {
    const record = server.windows.has(entity.id) ? windowRecord(entity) : undefined;
    return { kind: "window", name: entity.id, record };
  }
  if (entity instanceof PaneState) {
    const record = server.panes.has(entity.id) ? paneRecord(entity) : undefined;
    return { kind: "pane", name: entity.id, record };
  }
  return { kind: "tree", name: "", record: treeRecord(server) };
}

function treeRecord({ next, groups, marked, markedLink }: ServerState): TreeRecord {
  return {
    next: { ...next },
    groups: [...groups].map(([name, sessions]) => [name, sessions.map(({ id }) => id)]),
    marked: marked && markedLink ? [marked.id, markedLink.session.id, markedLink.index] : null,
  };
}

function serverRecord(server: ServerState): ServerRecord {
  return {
    version: RECORD_VERSION,
    startTime: server.startTime,
    options: server.options.toRecord(),
    sessionOptions: server.sessionOptions.toRecord(),
    windowOptions: server.windowOptions.toRecord(),
    environment: server.environment.toRecord(),
    keys: server.keys.toRecord(),
  };
}

function sessionRecord(session: SessionState): SessionRecord {
  return {
    name: session.name,
    cwd: session.cwd,
    created: session.created,
    activity: session.activity,
    lastAttached: session.lastAttached,
    links: session.links.map((link) => [
      link.index,
      link.window.id,
      `${link.activity ? "#" : ""}${link.bell ? "!" : ""}${link.silence ? "~" : ""}`,
    ]),
    current: session.current.index,
    last: session.lastLinks.map(({ index }) => index),
    options: session.options.toRecord(),
    environment: session.environment.toRecord(),
  };
}

function windowRecord(window: WindowState): WindowRecord {
  return {
    name: window.name,
    created: window.created,
    activity: window.activity,
    cols: window.cols,
    rows: window.rows,
    manualSize: [window.manualSize.cols, window.manualSize.rows],
    layout: cellRecord(window.savedLayout ?? window.layout),
    zoomed: window.zoomed ? window.layout.pane!.id : null,
    ...(window.stacked && { stacked: true }),
    oldLayout: window.oldLayout ?? null,
    lastPreset: window.lastPreset,
    panes: window.panes.map(({ id, cols, rows, left, top }) => [id, cols, rows, left, top]),
    active: window.active.id,
    last: window.last?.id ?? null,
    links: window.links.map(({ session, index }) => [session.id, index]),
    options: window.options.toRecord(),
  };
}

function cellRecord(cell: Cell): CellRecord {
  if (cell.kind === "leaf") return [cell.pane!.id, cell.cols, cell.rows];
  return [cell.kind, cell.cols, cell.rows, cell.children.map(cellRecord)];
}

function paneRecord(pane: PaneState): PaneRecord {
  const noticed = pane.window.server.agents.recordOf(pane);
  return {
    window: pane.window.id,
    title: pane.title,
    start: { ...pane.start, command: [...pane.start.command], argv: [...pane.start.argv] },
    historyLimit: pane.historyLimit,
    activePoint: pane.activePoint,
    empty: pane.empty,
    inputOff: pane.inputOff,
    exit: pane.exit ?? null,
    ...(noticed && { evidence: noticed }),
    ...(pane.directory !== undefined && { directory: pane.directory }),
    ...(pane.creators.length > 0 && { creators: [...pane.creators] }),
    metadata: [...pane.metadata],
    options: pane.options.toRecord(),
  };
}
