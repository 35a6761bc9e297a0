import { NoServer, PaneLimit, SessionExists, SessionNotFound, SubstrateError } from "./errors.ts";

type Failure = new (message: string, options?: ErrorOptions) => SubstrateError;

/** tmux's messages in lower case, and their meanings. Versions differ in wording and case. */
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

/** Maps tmux's stderr to a substrate error; an unknown message is passed on unchanged. */
export function tmuxFailure(stderr: string, options?: ErrorOptions): SubstrateError {
  const said = stderr.toLowerCase();
  const [, Failure = SubstrateError] = MEANINGS.find(([phrase]) => said.includes(phrase)) ?? [];
  return new Failure(`tmux: ${stderr}`, options);
}
