import type { PaneStanding } from "../../agent/agent-state.ts";
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
  ["session_agents_waiting", sessionAgentsWaiting],
]);

/** Number of panes in the session's windows that wait for the user. */
function sessionAgentsWaiting({ session, server }: Scope): string | undefined {
  const panes = new Set(session?.links.flatMap(({ window }) => window.panes));
  return session && numeral([...panes].filter((pane) => server.agents.of(pane).state === "waiting").length);
}
