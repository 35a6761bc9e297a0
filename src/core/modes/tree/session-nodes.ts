import type { FormatPlace } from "../../format/context.ts";
import { formatTrue } from "../../format/format-true.ts";
import { idNumber } from "../../ids.ts";
import { paneIndex } from "../../target/find-pane.ts";
import { compareBytes } from "../../text/compare-bytes.ts";
import type { Pane, Session, Winlink } from "../../tree/tree.ts";
import type { SortOrder, TreeNode, TreeSetup } from "./tree-source.ts";

/** The position of an item: a session alone, with one of its windows, or with a pane of that window. */
export interface SessionPlace {
  readonly session: Session;
  readonly link?: Winlink;
  readonly pane?: Pane;
}

export interface SessionTreeSetup extends TreeSetup {
  /** The levels that are expanded at first. */
  readonly depth: "sessions" | "windows" | "panes";
  /** Shows only one session of each group. */
  readonly squashGroups: boolean;
}

interface Building extends SessionTreeSetup {
  readonly order: SortOrder;
  readonly filter: string | undefined;
}

type Nodes = readonly TreeNode<SessionPlace>[];

/** Sessions, their windows, and the panes of windows with several; an item that matches brings its parents along. */
export function sessionNodes(building: Building): Nodes {
  const { from, squashGroups } = building;
  const { server } = from.session;
  const isShown = (session: Session) => {
    const group = session.group === undefined ? undefined : server.groups.get(session.group);
    if (!squashGroups || !group) return true;
    return session === (group.includes(from.session) ? from.session : group[0]);
  };
  const sessions = server.sessionsByName().filter(isShown);
  return ordered(sessions, building.order, compareSessions).flatMap((session) =>
    sessionNode(session, building),
  );
}

function sessionNode(session: Session, building: Building): Nodes {
  const links = ordered(session.links, building.order, compareLinks);
  const children = links.flatMap((link) => linkNode({ session, link }, building));
  if (children.length === 0) return [];
  const expanded = building.depth !== "sessions";
  return [node({ session }, building, { tag: session, name: session.name, expanded, children })];
}

function linkNode(place: Required<Omit<SessionPlace, "pane">>, building: Building): Nodes {
  const { link } = place;
  const { window } = link;
  const matching = window.panes.filter((pane) => matches({ ...place, pane }, building));
  if (matching.length === 0) return [];
  const alone = window.panes.length === 1;
  const panes = ordered(matching, building.order, comparePanes);
  const children = alone ? [] : panes.map((pane) => paneNode({ ...place, pane }, building));
  const expanded = building.depth === "panes";
  return [node(place, building, { tag: link, name: String(link.index), expanded, children })];
}

function paneNode(place: SessionPlace & { readonly pane: Pane }, building: Building): TreeNode<SessionPlace> {
  const name = String(paneIndex(place.pane));
  return node(place, building, { tag: place.pane, name, expanded: true, children: [] });
}

function node(
  place: SessionPlace,
  { ports, options }: Building,
  rest: Pick<TreeNode<SessionPlace>, "tag" | "name" | "expanded" | "children">,
): TreeNode<SessionPlace> {
  return { data: place, text: ports.expand(options.format, { ...place, time: true }), ...rest };
}

function matches(place: FormatPlace, { ports, filter }: Building): boolean {
  return filter === undefined || formatTrue(ports.expand(filter, { ...place, time: true }));
}

/** The sort is stable: equal items keep their order. */
function ordered<Item>(
  items: readonly Item[],
  { field, reversed }: SortOrder,
  compare: (field: string, a: Item, b: Item) => number,
): readonly Item[] {
  const sign = reversed ? -1 : 1;
  return items.toSorted((a, b) => sign * compare(field, a, b));
}

function compareSessions(field: string, a: Session, b: Session): number {
  if (field === "index") return idNumber(a.id) - idNumber(b.id);
  return (field === "time" ? b.activity - a.activity : 0) || compareBytes(a.name, b.name);
}

function compareLinks(field: string, a: Winlink, b: Winlink): number {
  if (field === "index") return a.index - b.index;
  const byTime = field === "time" ? b.window.activity - a.window.activity : 0;
  return byTime || compareBytes(a.window.name, b.window.name);
}

function comparePanes(field: string, a: Pane, b: Pane): number {
  return field === "time" ? a.activePoint - b.activePoint : idNumber(a.id) - idNumber(b.id);
}
