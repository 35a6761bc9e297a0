import type { Variable } from "./variable.ts";

/** Variables that tmux does not have. They are not listed with its own, which tools compare. */
export const ownVariables: ReadonlyMap<string, Variable> = new Map([
  ["pane_agent_state", ({ pane, server }) => pane && server.agents.of(pane).state],
]);
