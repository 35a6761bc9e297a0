import { agentName, isAgent } from "../../core/agent/agent-identity.ts";
import type { AgentState, PaneStanding } from "../../core/agent/agent-state.ts";
import type { Mux } from "../../core/mux.ts";
import type { Pane } from "../../core/tree/tree.ts";
import { compareAgents, type ListedAgent } from "../../panes/agents.ts";
import { lastLine } from "../../panes/describe-pane.ts";
import { panesIn, serverName } from "../own-server.ts";

/** A pane in a list of agents, as it is at one moment. */
export interface AgentRow {
  /** Different for every pane of every machine. */
  readonly key: string;
  readonly at: PaneHere | PaneThere;
  /** Id of the pane. */
  readonly id: string;
  readonly socket: string;
  /** Name of the pane's server. */
  readonly server: string;
  readonly sessions: readonly string[];
  readonly standing: PaneStanding;
  /** Whether the pane has an agent, as `isAgent` says. */
  readonly agent: boolean;
  readonly name: string;
  /** The last line of the screen that has text. */
  readonly lastLine: string;
}

interface PaneHere {
  readonly kind: "here";
  readonly mux: Mux;
  readonly pane: Pane;
}

/** A pane of another machine. */
interface PaneThere {
  readonly kind: "there";
  readonly host: string;
  /** The host is unreachable, so this is its last known state. */
  readonly isCut: boolean;
  readonly listed: ListedAgent;
}

export const AGENT_SORTS = ["state", "age", "name"] as const;
export type AgentSort = (typeof AGENT_SORTS)[number];

export interface AgentSelection {
  /** Every pane. Without it, only agents and panes that wait. */
  readonly all?: boolean;
  /** Empty or absent: every state. */
  readonly states?: readonly AgentState[] | undefined;
  readonly sort?: AgentSort | undefined;
  /** A text in the name, the question, the last line or the place of the agent, in any case. */
  readonly search?: string | undefined;
}

/** Every pane of these servers. */
export function agentRows(servers: readonly Mux[]): AgentRow[] {
  return panesIn(servers).map(({ mux, pane }) => agentRow(mux, pane, mux.server.agents.of(pane)));
}

/** `agent`: what is known, because finding out asks the system about the pane's process. */
export function agentRow(
  mux: Mux,
  pane: Pane,
  standing: PaneStanding,
  agent: boolean = isAgent(pane),
): AgentRow {
  const { socketPath } = mux.server;
  return {
    key: ` ${socketPath} ${pane.id}`,
    at: { kind: "here", mux, pane },
    id: pane.id,
    socket: socketPath,
    server: serverName(mux),
    sessions: pane.window.links.map(({ session }) => session.name),
    agent,
    name: agentName(pane),
    standing,
    lastLine: lastLine(pane.screen),
  };
}

/** A pane that a host has reported. */
export function agentRowThere(host: string, listed: ListedAgent, isCut: boolean): AgentRow {
  const { pane_id: id, socket, server, session, is_agent, name, agent, last_line } = listed;
  return {
    key: `${host} ${socket} ${id}`,
    at: { kind: "there", host, isCut, listed },
    ...{ id, socket, server, sessions: [session], agent: is_agent, name },
    standing: agent as PaneStanding,
    lastLine: last_line,
  };
}

export function selectAgents(
  rows: Iterable<AgentRow>,
  { all = false, states = [], sort = "state", search = "" }: AgentSelection,
): AgentRow[] {
  const text = search.toLowerCase();
  const isWanted = (row: AgentRow) =>
    (all || row.agent || row.standing.state === "waiting") &&
    (states.length === 0 || states.includes(row.standing.state)) &&
    (text === "" || searched(row).includes(text));
  return [...rows].filter(isWanted).sort(ORDERS[sort]);
}

type Order = (a: AgentRow, b: AgentRow) => number;

const byName: Order = (a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0);

const ORDERS: Readonly<Record<AgentSort, Order>> = {
  state: (a, b) => compareAgents(a, b) || byName(a, b),
  age: (a, b) => a.standing.since - b.standing.since,
  name: byName,
};

/** Not the path of the socket: its directory is the same for most panes, so `tmp` would match them all. */
function searched({ name, lastLine, standing, at, id, server, sessions }: AgentRow): string {
  const host = at.kind === "there" ? `${at.host}/` : "";
  return [name, standing.question, lastLine, `${host}${id}`, server, ...sessions].join("\n").toLowerCase();
}
