import { AGENT_STATES, type AgentState } from "../../core/agent/agent-state.ts";
import { UsageError } from "../exit-status.ts";
import { AGENT_SORTS, type AgentSort } from "./agent-rows.ts";

/** The options of the verbs that list agents. */
export const AGENT_STATE_OPTION = {
  value: "STATE",
  repeat: true,
  completes: AGENT_STATES,
  summary: `only this state, or these: ${AGENT_STATES.join(", ")}`,
} as const;
export const AGENT_SORT_OPTION = {
  short: "s",
  value: "ORDER",
  completes: AGENT_SORTS,
  summary: `by ${AGENT_SORTS.join(", ")}`,
} as const;

export function parseAgentState(text: string): AgentState {
  const state = AGENT_STATES.find((each) => each === text);
  if (!state) throw new UsageError(`a state is ${AGENT_STATES.join(", ")}, not ${JSON.stringify(text)}`);
  return state;
}

export function parseAgentSort(text: string): AgentSort {
  const sort = AGENT_SORTS.find((each) => each === text);
  if (!sort) throw new UsageError(`--sort knows ${AGENT_SORTS.join(", ")}, not ${JSON.stringify(text)}`);
  return sort;
}
