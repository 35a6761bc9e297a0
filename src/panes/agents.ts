import { compareUrgency, isAgent } from "../core/agent/agent-identity.ts";
import type { AgentState, PaneStanding } from "../core/agent/agent-state.ts";
import type { Pane, Server } from "../core/tree/tree.ts";
import type { Params, Result } from "../protocol/methods.ts";
import { choicesAt, describePane, lastLine, placeOf } from "./describe-pane.ts";

/** One entry of `mullion.agents`. */
export type ListedAgent = Result<"mullion.agents">["agents"][number];

export interface RankedAgent {
  readonly pane: Pane;
  readonly standing: PaneStanding;
}

/** The agents of these servers: what concerns a person most comes first, and of equals the one that has been so longer. */
export function rankAgents(
  servers: readonly Server[],
  { states, every }: Pick<Params<"mullion.agents">, "states" | "every">,
): RankedAgent[] {
  return servers
    .flatMap(({ panes, agents }) => [...panes.values()].map((pane) => ({ pane, standing: agents.of(pane) })))
    .filter(({ standing: { state } }) => states?.includes(state) ?? true)
    .filter(({ pane, standing: { state } }) => every || state === "waiting" || isAgent(pane))
    .sort(compareAgents);
}

type Standing = Pick<RankedAgent, "standing">;

export function compareAgents(a: Standing, b: Standing): number {
  return compareUrgency(urgency(a), urgency(b)) || a.standing.since - b.standing.since;
}

/** Everything that a list of agents shows of one. */
export function listedAgent({ pane, standing }: RankedAgent) {
  return {
    ...describePane(pane, standing),
    ...placeOf(pane),
    last_line: lastLine(pane.screen),
    ...choicesAt(pane, standing),
  } satisfies ListedAgent;
}

/** A result that a person has seen concerns them no more than an idle program. */
function urgency({ standing: { state, unread } }: Standing): AgentState {
  return (state === "done" || state === "failed") && !unread ? "idle" : state;
}
