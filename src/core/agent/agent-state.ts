/** How the program in a pane is doing, for a user or a program that watches many panes. */
export type AgentState = "working" | "waiting" | "done" | "failed";

export const AGENT_STATES: readonly AgentState[] = ["working", "waiting", "done", "failed"];

/** A state and the one fact that decided it, as a clause: "its program ended with status 1". */
export interface StateExplanation {
  readonly state: AgentState;
  readonly because: string;
}

export interface PaneStanding extends StateExplanation {
  /** Milliseconds since the epoch. */
  readonly since: number;
}

/** States without a colour of their own are dim. */
const COLOURS: Partial<Record<AgentState, string>> = { working: "green", waiting: "yellow", failed: "red" };

const COLOUR = Object.entries(COLOURS).reduceRight(
  (others, [state, colour]) => `#{?#{==:#{pane_agent_state},${state}},#[fg=${colour}],${others}}`,
  "#[dim]",
);

/** A pane's state as formats show it: a word in its colour. */
export const STATE_FORMAT = `${COLOUR}#{pane_agent_state}`;
