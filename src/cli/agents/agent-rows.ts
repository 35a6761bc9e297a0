import { agentName, isAgent } from "../../core/agent/agent-identity.ts";
import type { AgentState, PaneStanding } from "../../core/agent/agent-state.ts";
import type { Mux } from "../../core/mux.ts";
import type { Pane } from "../../core/tree/tree.ts";
import { compareAgents, type RankedAgent } from "../../panes/agents.ts";
import { lastLine } from "../../panes/describe-pane.ts";

/** A pane in a list of agents, as it is at one moment. */
export interface AgentRow extends RankedAgent {
  readonly mux: Mux;
  /** Whether the pane has an agent, as `isAgent` says. */
  readonly agent: boolean;
  readonly name: string;
  /** The last line of the screen that has text. */
  readonly lastLine: string;
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
  return servers.flatMap((mux) =>
    [...mux.server.panes.values()].map((pane) => agentRow(mux, pane, mux.server.agents.of(pane))),
  );
}

/** `agent`: what is known, because finding out asks the system about the pane's process. */
export function agentRow(
  mux: Mux,
  pane: Pane,
  standing: PaneStanding,
  agent: boolean = isAgent(pane),
): AgentRow {
  return { mux, pane, agent, name: agentName(pane), standing, lastLine: lastLine(pane.screen) };
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

function searched({ name, lastLine, standing, mux, pane }: AgentRow): string {
  const sessions = pane.window.links.map(({ session }) => session.name);
  return [name, standing.question, lastLine, pane.id, mux.server.socketPath, ...sessions]
    .join("\n")
    .toLowerCase();
}
