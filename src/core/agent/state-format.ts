import type { AgentState } from "./explain-state.ts";

/** States without a colour of their own are dim. */
const COLOURS: Partial<Record<AgentState, string>> = { working: "green", waiting: "yellow", failed: "red" };

const COLOUR = Object.entries(COLOURS).reduceRight(
  (others, [state, colour]) => `#{?#{==:#{pane_agent_state},${state}},#[fg=${colour}],${others}}`,
  "#[dim]",
);

/** A pane's state as formats show it: a word in its colour. */
export const STATE_FORMAT = `${COLOUR}#{pane_agent_state}`;
