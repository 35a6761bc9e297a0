import type { AgentState } from "../agent-state.ts";

/**
 * How to recognise one agent and its states. Everything here is plain data. Patterns are regular expressions in text
 * form; each is matched against single lines, so that no screen can make a match slow.
 */
export interface KnownAgent {
  readonly name: string;
  /** Names of its program, without directory and extension. */
  readonly programs: readonly string[];
  /** Titles that the agent sets while it works, and while it waits for an answer. */
  readonly workingTitle?: string;
  readonly waitingTitle?: string;
  /** The first screen that matches decides. */
  readonly screens: readonly KnownScreen[];
}

export interface KnownScreen {
  /** `ready`: the agent is at its input line: idle, or done if it has worked since the last key. */
  readonly shows: Exclude<AgentState, "idle" | "done"> | "ready";
  /** Completes "the screen shows that …" in explanations. */
  readonly what: string;
  /** The lowest line that matches is the one that counts. */
  readonly line: string;
  /** The nearest line with text above it must match. */
  readonly above?: string;
  /** A line below it must match. */
  readonly followedBy?: string;
  /** No line below it may match. */
  readonly notFollowedBy?: string;
  /** The question is the first group of this in the nearest line above; otherwise a sentence with a question mark. */
  readonly question?: string;
}
