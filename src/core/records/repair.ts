import { idNumber, type PaneId, type SessionId, type WindowId } from "../ids.ts";
import type { JsonValue } from "../mux.ts";
import type { Counters } from "../tree/state.ts";
import {
  type CellRecord,
  type PaneRecord,
  type SessionRecord,
  TREE_KEY,
  type TreeRecord,
  type WindowRecord,
} from "./record.ts";

type Records = ReadonlyMap<string, JsonValue>;

/** The entities of a server that refer to each other, by id. */
interface Parts {
  readonly sessions: Map<SessionId, SessionRecord>;
  readonly windows: Map<WindowId, WindowRecord>;
  readonly panes: Map<PaneId, PaneRecord>;
}

/**
 * Makes incomplete records consistent: a reference to a missing entity is repaired, or its owner is dropped. Dropped
 * are panes without a window, and windows without a session or without panes; a program that still runs in such a
 * pane is adopted later (`AdoptionOperations`). Complete records are returned unchanged.
 */
export function repairRecords(records: Records): Records {
  const parts: Parts = {
    sessions: partsOf(records, "session/"),
    windows: partsOf(records, "window/"),
    panes: partsOf(records, "pane/"),
  };
  while (dropUnattached(parts));
  const names = new Set<string>();
  for (const [id, session] of parts.sessions) parts.sessions.set(id, mendSession(id, session, parts, names));
  for (const [id, window] of parts.windows) parts.windows.set(id, mendWindow(id, window, parts));
  const tree = mendTree(records.get(TREE_KEY) as TreeRecord | undefined, parts);
  const others = [...records].filter(([key]) => key !== TREE_KEY && !/^(session|window|pane)\//.test(key));
  const mended = new Map<string, JsonValue>([
    ...others,
    [TREE_KEY, tree as unknown as JsonValue],
    ...keyed("session/", parts.sessions),
    ...keyed("window/", parts.windows),
    ...keyed("pane/", parts.panes),
  ]);
  const isSame =
    mended.size === records.size && [...mended].every(([key, value]) => records.get(key) === value);
  return isSame ? records : mended;
}

function keyed(prefix: string, part: ReadonlyMap<string, object>): [key: string, record: JsonValue][] {
  return [...part].map(([id, record]) => [prefix + id, record as JsonValue]);
}

function partsOf<I extends string, R>(records: Records, prefix: string): Map<I, R> {
  const found = [...records].filter(([key]) => key.startsWith(prefix));
  return new Map(found.map(([key, record]) => [key.slice(prefix.length) as I, record as unknown as R]));
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
  if (links.length === session.links.length && name === session.name) return session;
  const has = (index: number) => links.some(([at]) => at === index);
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
  if (isWhole && links.length === window.links.length && named.every(isOwn)) return window;
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

/** Numbers are never reused: each counter is greater than every existing id. */
function mendTree(tree: TreeRecord | undefined, { sessions, windows, panes }: Parts): TreeRecord {
  const beyond = (ids: Iterable<SessionId | WindowId | PaneId>) =>
    [...ids].reduce((most, id) => Math.max(most, idNumber(id) + 1), 0);
  const least: Counters = {
    session: beyond(sessions.keys()),
    window: beyond(windows.keys()),
    pane: beyond(panes.keys()),
    active: [...panes.values()].reduce((most, { activePoint }) => Math.max(most, activePoint + 1), 0),
  };
  if (!tree) return { next: least, groups: [], marked: null };
  const { next, groups, marked } = tree;
  const kinds = ["session", "window", "pane", "active"] as const;
  const isMarkedHere = marked === null || (panes.has(marked[0]) && sessions.has(marked[1]));
  const mendedGroups = groups.flatMap(([name, members]) => {
    const left = alike(members, sessions);
    return left.length > 0 ? [[name, left] as const] : [];
  });
  const isGrouped =
    mendedGroups.length === groups.length &&
    mendedGroups.every(([, left], index) => left.length === groups[index]![1].length);
  if (kinds.every((kind) => next[kind] >= least[kind]) && isMarkedHere && isGrouped) return tree;
  return {
    next: Object.fromEntries(kinds.map((kind) => [kind, Math.max(next[kind], least[kind])])) as never,
    groups: mendedGroups,
    marked: isMarkedHere ? marked : null,
  };
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
