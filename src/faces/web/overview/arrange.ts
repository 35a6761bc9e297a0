import type { PagePane } from "../../../protocol/page.ts";
import type { DescribedAgent } from "../../../protocol/pane.ts";

/**
 * Which panes the overview shows, and in which order. Those that need a person come first, in the order of
 * `mullion agents`. The others stay where they are, by session and window, so that nothing moves while agents work; other
 * orders are a choice.
 */
export type StateName = DescribedAgent["state"];

/** By how much they concern a person. */
export const STATES: readonly StateName[] = ["waiting", "failed", "done", "working", "idle"];

export const SORTS = ["place", "state", "age", "name"] as const;
export type Sort = (typeof SORTS)[number];

const OTHERS = "Others";

/** No host has this name. */
export const THIS_MACHINE = "/";

export interface Choice {
  /** Undefined: all states. */
  readonly state: StateName | undefined;
  readonly text: string;
  /** Name of a host, or THIS_MACHINE; undefined: all machines. */
  readonly machine?: string | undefined;
  readonly sort: Sort;
  /** A pane that a person is about to answer: it stays among those that need one, whatever becomes of it. */
  readonly held: string | undefined;
}

export interface PaneGroup {
  readonly key: string;
  readonly title: string;
  /** Name of the tmux server, for a group of one session. */
  readonly server: string | undefined;
  readonly ids: readonly string[];
}

/** A program waits, or a result has not been seen. */
export function needsPerson({ agent: { state, unread } }: PagePane): boolean {
  return state === "waiting" || ((state === "done" || state === "failed") && unread);
}

export function arrange(panes: readonly PagePane[], choice: Choice): PaneGroup[] {
  const { state, text, machine, sort, held } = choice;
  const isThere = ({ host = THIS_MACHINE }: PagePane) => machine === undefined || host === machine;
  const shown = panes.filter(
    (pane) => (!state || pane.agent.state === state) && isThere(pane) && matches(pane, text),
  );
  const isFirst = (pane: PagePane) => pane.id === held || needsPerson(pane);
  const first = shown.filter(isFirst).sort(compareUrgency);
  const rest = shown.filter((pane) => !isFirst(pane));
  return [
    ...group("needs-you", "Needs you", first),
    ...(sort === "place" ? bySession(rest) : group("others", OTHERS, rest.sort(ORDERS[sort]))),
  ];
}

/** How many panes are in each state. */
export function countStates(panes: readonly PagePane[]): Readonly<Record<StateName, number>> {
  const counts = { waiting: 0, failed: 0, done: 0, working: 0, idle: 0 };
  for (const { agent } of panes) counts[agent.state] += 1;
  return counts;
}

/** The order of `mullion agents`: a result that a person has seen concerns them no more than an idle program. */
export function compareUrgency(a: PagePane, b: PagePane): number {
  return urgency(a) - urgency(b) || a.agent.since - b.agent.since || compareIds(a, b);
}

function urgency(pane: PagePane): number {
  const { state } = pane.agent;
  return STATES.indexOf((state === "done" || state === "failed") && !needsPerson(pane) ? "idle" : state);
}

const ORDERS: Readonly<Record<Exclude<Sort, "place">, (a: PagePane, b: PagePane) => number>> = {
  state: compareUrgency,
  age: (a, b) => a.agent.since - b.agent.since || compareIds(a, b),
  name: (a, b) => a.name.localeCompare(b.name, undefined, { numeric: true }) || compareIds(a, b),
};

/** A session with several panes is a group. Those with a single one are a group together: most agents have their own. */
function bySession(panes: readonly PagePane[]): PaneGroup[] {
  const sessions = new Map<string, PagePane[]>();
  for (const pane of panes) {
    const key = `${pane.socket}\n${pane.session}`;
    sessions.set(key, [...(sessions.get(key) ?? []), pane]);
  }
  const several = [...sessions].filter(([, members]) => members.length > 1);
  const alone = [...sessions.values()].filter((members) => members.length === 1).flat();
  return [
    ...several
      .map(([key, members]) => sessionGroup(key, members))
      .sort((a, b) => compareText(a.title, b.title) || compareText(a.key, b.key)),
    ...group("alone", several.length > 0 ? "Sessions with one pane" : OTHERS, alone.sort(compareSessions)),
  ];
}

function compareSessions(a: PagePane, b: PagePane): number {
  return compareText(a.session, b.session) || compareText(a.socket, b.socket);
}

function sessionGroup(key: string, members: PagePane[]): PaneGroup {
  const { session, server } = members[0]!;
  return { key, title: session, server, ids: members.sort(comparePlace).map(({ id }) => id) };
}

function comparePlace(a: PagePane, b: PagePane): number {
  return a.window_index - b.window_index || a.top - b.top || a.left - b.left || compareIds(a, b);
}

function group(key: string, title: string, panes: readonly PagePane[]): PaneGroup[] {
  return panes.length === 0 ? [] : [{ key, title, server: undefined, ids: panes.map(({ id }) => id) }];
}

/** Every word of the text is somewhere in what the pane is called, shows or asks. */
function matches(pane: PagePane, text: string): boolean {
  const { name, session, window, server, cwd, last_line, agent, metadata, title } = pane;
  const searched = [
    name,
    title,
    session,
    window,
    server,
    cwd,
    last_line,
    agent.question,
    agent.program,
    agent.state,
    metadata.role,
  ]
    .join("\n")
    .toLowerCase();
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => searched.includes(word));
}

function compareIds(a: PagePane, b: PagePane): number {
  return compareText(a.id, b.id);
}

function compareText(a: string, b: string): number {
  return a.localeCompare(b, undefined, { numeric: true });
}
