import type { AgentState } from "../agent-state.ts";

/**
 * How to recognise one agent and its states. Everything here is plain data. Patterns are regular expressions in text
 * form; each is matched against single lines, and takes little time for every line (`slow-pattern.ts`).
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
  /** The command that continues a conversation; `{session}` is the id that the agent reported. */
  readonly resume?: readonly string[];
  /** How the agent reports its state by itself. */
  readonly integration?: KnownIntegration;
}

/** The agent's own configuration, and what its hooks mean. */
export interface KnownIntegration {
  /** Paths of the file; `{NAME}` is an environment variable. The first path whose variables are all set counts. */
  readonly paths: readonly string[];
  /**
   * `hooks`: a JSON file with a member `hooks`, to which other programs add too. `plugin`: a file of our own, which the
   * agent loads.
   */
  readonly form: "hooks" | "plugin";
  /** How long the agent waits for one of our hooks, in its own unit. */
  readonly timeout?: number;
  /** What a user must do before the agent runs new hooks. */
  readonly confirm?: string;
  readonly hooks: readonly KnownHook[];
}

/** A hook passes JSON with `hook_event_name`, `session_id` and what belongs to the event. */
export interface KnownHook {
  readonly event: string;
  /** Members that must have one of these values. */
  readonly when?: Readonly<Record<string, readonly string[]>>;
  readonly reports: AgentState;
  /** What the agent asks; `{a.b}` is a member of the JSON. The first text whose members all exist counts. */
  readonly question?: readonly string[];
  /** The agent has left its previous conversation for this one. */
  readonly opensSession?: true;
}

export interface KnownScreen {
  /** `ready`: the agent is at its input line: idle, or done if it has worked since the last key. */
  readonly shows: Exclude<AgentState, "idle" | "done"> | "ready";
  /** Completes "the screen shows that …" in explanations. */
  readonly what: string;
  /** The lowest line that matches is the one that counts. Of `working`, a line may be wrapped into two rows. */
  readonly line: string;
  /** The nearest line with text above it must match. */
  readonly above?: string;
  /** A line below it must match. */
  readonly followedBy?: string;
  /** No line below it may match. */
  readonly notFollowedBy?: string;
  /** The question is the first group of this in the nearest line above; otherwise a sentence with a question mark. */
  readonly question?: string;
  /** The question stands below the nearest line above that matches this: what is above it was said before. */
  readonly questionBelow?: string;
  /**
   * The choices stand side by side in the line, each a match of this. The selected one has another background than the
   * rest of the line; Left and Right move it, around the ends, and Enter accepts it.
   */
  readonly options?: string;
  /** A list of numbers on it is a list of choices, although no sign points at one of them. */
  readonly numbered?: true;
  /** The choices stand one below the other, with a sign before the selected one, the line. Up and Down move it, and Enter accepts it. */
  readonly pointed?: true;
}
