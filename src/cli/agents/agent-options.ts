import { AGENT_STATES } from "../../core/agent/agent-state.ts";
import { parseWord } from "../quantities.ts";
import { AGENT_SORTS } from "./agent-rows.ts";

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

export const parseAgentState = (text: string) => parseWord(text, AGENT_STATES, "a state is");
export const parseAgentSort = (text: string) => parseWord(text, AGENT_SORTS, "--sort knows");
