import { NoServer, PaneLimit, SessionExists, SessionNotFound, SubstrateError } from "./errors.ts";

type Failure = new (message: string, options?: ErrorOptions) => SubstrateError;

/** What tmux says, in small letters, and what it means. Versions differ in the words and in their case. */
const MEANINGS: readonly (readonly [phrase: string, Failure])[] = [
  ["session not found", SessionNotFound],
  ["can't find session", SessionNotFound],
  ["can't find window", SessionNotFound],
  ["can't find pane", SessionNotFound],
  ["duplicate session", SessionExists],
  ["create pane failed", PaneLimit],
  ["no room for new pane", PaneLimit],
  ["no space for new pane", PaneLimit],
  ["pane too small", PaneLimit],
  ["no server running", NoServer],
  ["no sessions", NoServer],
  ["no current target", NoServer],
  ["error connecting to", NoServer],
  ["server exited", NoServer],
  ["lost server", NoServer],
];

/** What tmux wrote to stderr, as callers of a substrate know it; what nobody knows is told as it is. */
export function tmuxFailure(stderr: string, options?: ErrorOptions): SubstrateError {
  const said = stderr.toLowerCase();
  const [, Failure = SubstrateError] = MEANINGS.find(([phrase]) => said.includes(phrase)) ?? [];
  return new Failure(`tmux: ${stderr}`, options);
}
