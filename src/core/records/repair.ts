import { idNumber, type PaneId, type SessionId, type WindowId } from "../ids.ts";
import type { Change } from "../mux.ts";
import type { Counters } from "../tree/state.ts";
import type {
  CellRecord,
  PaneRecord,
  ServerRecords,
  SessionRecord,
  SoundRecords,
  TreeRecord,
  TreeTypes,
  WindowRecord,
} from "./record.ts";

/** The entities of a server that refer to each other, by id. */
interface Parts {
  readonly sessions: Map<SessionId, SessionRecord>;
  readonly windows: Map<WindowId, WindowRecord>;
  readonly panes: Map<PaneId, PaneRecord>;
}

/**
 * Makes incomplete records consistent: a reference to a missing entity is repaired, or its owner is dropped. Dropped
 * are panes without a window, and windows without a session or without panes; a program that still runs in such a
 * pane is adopted later (`AdoptionOperations`). A record that is complete stays the same object.
 */
export function repairRecords(records: ServerRecords): SoundRecords {
  const parts: Parts = {
    sessions: new Map(records.sessions),
    windows: new Map(records.windows),
    panes: new Map(records.panes),
  };
  while (dropUnattached(parts));
  const names = new Set<string>();
  for (const [id, session] of parts.sessions) parts.sessions.set(id, mendSession(id, session, parts, names));
  for (const [id, window] of parts.windows) parts.windows.set(id, mendWindow(id, window, parts));
  const { server, buffers } = records;
  return { server, buffers, tree: mendTree(records.tree, parts), ...parts };
}

/** What a repair changed: the mended records, and the dropped ones without a record. */
export function repairs(found: ServerRecords, sound: SoundRecords): Change[] {
  const tree: Change = { kind: "tree", name: "", record: sound.tree };
  return [
    ...(found.tree === sound.tree ? [] : [tree]),
    ...differing("session", found.sessions, sound.sessions),
    ...differing("window", found.windows, sound.windows),
    ...differing("pane", found.panes, sound.panes),
  ];
}

function differing<K extends keyof TreeTypes>(
  kind: K,
  before: ReadonlyMap<string, TreeTypes[K]>,
  after: ReadonlyMap<string, TreeTypes[K]>,
): Change<K>[] {
  const names = [...before.keys()].filter((name) => before.get(name) !== after.get(name));
  return names.map((name) => ({ kind, name, record: after.get(name) }));
}

/** Returns true if an entity was dropped to which others may refer. */
function dropUnattached({ sessions, windows, panes }: Parts): boolean {
  const before = sessions.size + windows.size + panes.size;
  const linked = new Set([...sessions.values()].flatMap(({ links }) => links.map(([, window]) => window)));
  for (const [id, window] of windows) {
    const own = paneIds(window).filter((pane) => panes.get(pane)?.window === id);
    if (own.length === 0 || !linked.has(id)) windows.delete(id);
  }
  for (const [id, { window }] of panes) {
    const holder = windows.get(window);
    if (!holder || !paneIds(holder).includes(id)) panes.delete(id);
  }
  for (const [id, { links }] of sessions)
    if (!links.some(([, window]) => windows.has(window))) sessions.delete(id);
  return sessions.size + windows.size + panes.size < before;
}

const paneIds = ({ panes }: WindowRecord): PaneId[] =>
  panes.map((place) => (typeof place === "string" ? place : place[0]));

/** Session names are unique. */
function mendSession(
  id: SessionId,
  session: SessionRecord,
  { windows }: Parts,
  names: Set<string>,
): SessionRecord {
  const links = session.links.filter(([, window]) => windows.has(window));
  const name = names.has(session.name) ? `${session.name}-${idNumber(id)}` : session.name;
  names.add(name);
  const has = (index: number) => links.some(([at]) => at === index);
  const isWhole = links.length === session.links.length && [session.current, ...session.last].every(has);
  if (isWhole && name === session.name) return session;
  return {
    ...session,
    name,
    links,
    current: has(session.current) ? session.current : links[0]![0],
    last: session.last.filter(has),
  };
}

function mendWindow(id: WindowId, window: WindowRecord, { panes, sessions }: Parts): WindowRecord {
  const isOwn = (pane: PaneId): boolean => panes.get(pane)?.window === id;
  const links = linksOf(id, window, sessions);
  const ids = paneIds(window).filter(isOwn);
  const leaves = leavesOf(window.layout);
  const isWhole =
    ids.length === window.panes.length &&
    leaves.length === ids.length &&
    ids.every((pane) => leaves.includes(pane));
  const { active, last, zoomed } = window;
  const named = [active, last ?? active, zoomed ?? active];
  const isLinked =
    links.length === window.links.length && links.every((link, at) => link === window.links[at]);
  if (isWhole && isLinked && named.every(isOwn)) return window;
  return {
    ...window,
    links,
    ...(isWhole ? {} : evenly(window, ids)),
    active: isOwn(active) ? active : ids[0]!,
    last: last !== null && isOwn(last) ? last : null,
    zoomed: isWhole && zoomed !== null && isOwn(zoomed) ? zoomed : null,
  };
}

/** The window's own order first, then links that only their session records. */
function linksOf(id: WindowId, { links }: WindowRecord, sessions: Parts["sessions"]): WindowRecord["links"] {
  const real = [...sessions].flatMap(([session, record]) =>
    record.links.filter(([, window]) => window === id).map(([index]) => [session, index] as const),
  );
  const isSame = (a: readonly [SessionId, number]) => (b: readonly [SessionId, number]) =>
    a[0] === b[0] && a[1] === b[1];
  const kept = links.filter((link) => real.some(isSame(link)));
  return [...kept, ...real.filter((link) => !kept.some(isSame(link)))];
}

function leavesOf(cell: CellRecord): PaneId[] {
  const children = cell[3];
  return children ? children.flatMap(leavesOf) : [cell[0] as PaneId];
}

/** Stacks the panes vertically at the window's width; the window grows if it has too few lines. */
function evenly(window: WindowRecord, panes: readonly PaneId[]): Partial<WindowRecord> {
  const { cols } = window;
  const rows = Math.max(window.rows, 2 * panes.length - 1);
  const free = rows - (panes.length - 1);
  const heights = panes.map(
    (_, index) => Math.floor(free / panes.length) + (index < free % panes.length ? 1 : 0),
  );
  let top = 0;
  const places = panes.map((pane, index) => {
    const place = [pane, cols, heights[index]!, 0, top] as const;
    top += heights[index]! + 1;
    return place;
  });
  const leaves = panes.map((pane, index): CellRecord => [pane, cols, heights[index]!]);
  const layout: CellRecord = leaves.length === 1 ? leaves[0]! : ["top-bottom", cols, rows, leaves];
  return { rows, layout, panes: places, stacked: false };
}

const NO_TREE: TreeRecord = { next: { session: 0, window: 0, pane: 0, active: 0 }, groups: [], marked: null };

/** Numbers are never reused: each counter is greater than every existing id. */
function mendTree(tree = NO_TREE, { sessions, windows, panes }: Parts): TreeRecord {
  const { next: counted, groups, marked } = tree;
  const beyond = (ids: Iterable<SessionId | WindowId | PaneId>, least: number) =>
    [...ids].reduce((most, id) => Math.max(most, idNumber(id) + 1), least);
  const next: Counters = {
    session: beyond(sessions.keys(), counted.session),
    window: beyond(windows.keys(), counted.window),
    pane: beyond(panes.keys(), counted.pane),
    active: [...panes.values()].reduce(
      (most, { activePoint }) => Math.max(most, activePoint + 1),
      counted.active,
    ),
  };
  const isMarkedHere = marked === null || (panes.has(marked[0]) && sessions.has(marked[1]));
  const mendedGroups = groups.flatMap(([name, members]) => {
    const left = alike(members, sessions);
    return left.length > 0 ? [[name, left] as const] : [];
  });
  const isGrouped =
    mendedGroups.length === groups.length &&
    mendedGroups.every(([, left], index) => left.length === groups[index]![1].length);
  const isCounted = (["session", "window", "pane", "active"] as const).every(
    (kind) => next[kind] === counted[kind],
  );
  if (isCounted && isMarkedHere && isGrouped) return tree;
  return { next, groups: mendedGroups, marked: isMarkedHere ? marked : null };
}

/** The sessions of a group that hold the same windows as its first session, as members of a group must. */
function alike(members: readonly SessionId[], sessions: Parts["sessions"]): SessionId[] {
  const present = members.filter((id) => sessions.has(id));
  const windows = (id: SessionId) =>
    sessions
      .get(id)!
      .links.map(([, window]) => window)
      .join();
  return present.filter((id) => windows(id) === windows(present[0]!));
}
