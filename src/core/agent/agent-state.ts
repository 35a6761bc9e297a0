export const AGENT_STATES = ["working", "waiting", "idle", "done", "failed"] as const;

/** How the program in a pane is doing, for a user or a program that watches many panes. */
export type AgentState = (typeof AGENT_STATES)[number];

/** What decided: the source of the evidence. Earlier ones are trusted more. */
export type StateRule =
  | "report"
  | "metadata"
  | "end"
  | "progress"
  | "attention"
  | "prompt"
  | "title"
  | "terminal"
  | "screen"
  | "quiet"
  | "none";

/** A state and the one fact that decided it, as a clause: "its program ended with status 1". */
export interface StateExplanation {
  readonly state: AgentState;
  readonly because: string;
  readonly rule: StateRule;
  /** From 0 to 1. */
  readonly confidence: number;
  /** The question that a waiting program asks, if it is known. */
  readonly question?: string;
}

export interface PaneStanding extends StateExplanation {
  /** Milliseconds since the epoch. */
  readonly since: number;
  /** The program is done or failed, and no person has seen the pane since. */
  readonly unread: boolean;
}

/** States without a colour of their own are dim. */
const COLOURS: Partial<Record<AgentState, string>> = { working: "green", waiting: "yellow", failed: "red" };

/** A state as formats show it: a word in its colour. */
export function stateFormat(variable: string): string {
  const colour = Object.entries(COLOURS).reduceRight(
    (others, [state, name]) => `#{?#{==:#{${variable}},${state}},#[fg=${name}],${others}}`,
    "#[dim]",
  );
  return `${colour}#{${variable}}`;
}

export const STATE_FORMAT = stateFormat("pane_agent_state");
