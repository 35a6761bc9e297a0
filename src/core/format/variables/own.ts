import { agentName, isAgent, mostUrgent } from "../../agent/agent-identity.ts";
import type { PaneStanding } from "../../agent/agent-state.ts";
import type { Pane, Session } from "../../tree/tree.ts";
import type { Scope } from "../scope.ts";
import { flag, numeral, printed, seconds, type Variable } from "./variable.ts";

const standing = ({ pane, server }: Scope): PaneStanding | undefined => pane && server.agents.of(pane);

/** Variables that tmux does not have. They are not listed with its own, which tools compare. */
export const ownVariables: ReadonlyMap<string, Variable> = new Map<string, Variable>([
  ["pane_agent_state", printed((scope) => standing(scope)?.state)],
  ["pane_agent_reason", printed((scope) => standing(scope)?.because)],
  ["pane_agent_question", printed((scope) => standing(scope)?.question)],
  ["pane_agent_since", printed((scope) => seconds(standing(scope)?.since))],
  ["pane_agent_unread", printed((scope) => flag(standing(scope)?.unread))],
  ["pane_agent", printed(({ pane }) => flag(pane && isAgent(pane)))],
  ["pane_agent_name", ({ pane }) => pane && agentName(pane)],
  ["window_agent_state", printed(({ window }) => window && mostUrgent(window.panes))],
  ["session_agent_state", printed(({ session }) => session && mostUrgent(panesOf(session)))],
  ["session_agents_waiting", ({ session }) => session && numeral(waiting(panesOf(session)))],
  ["agents_waiting", ({ server }) => numeral(waiting(server.panes.values()))],
  ["agents_status", ({ server }) => status(waiting(server.panes.values()))],
]);

/** A window may be linked into a session more than once. */
function panesOf({ links }: Session): ReadonlySet<Pane> {
  return new Set(links.flatMap(({ window }) => window.panes));
}

/** Number of panes that wait for a person. Redraws read it, so it must not look at the panes again. */
function waiting(panes: Iterable<Pane>): number {
  return [...panes].filter((pane) => pane.window.server.agents.lastOf(pane).state === "waiting").length;
}

/** For the status line: "2 waiting", or nothing. */
function status(count: number): string | undefined {
  return count === 0 ? undefined : `${count} waiting`;
}
