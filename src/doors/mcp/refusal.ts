import { BackendError } from "../../client/index.ts";
import type { McpGrant } from "./host.ts";

/** Why a request is rejected, and what the agent can do instead. */
export class McpRefusal extends Error {
  override readonly name = "McpRefusal";
}

/** What an agent can do about a failure, after the failure's own sentence. */
const ADVICE: Readonly<Partial<Record<BackendError["code"], string>>> = {
  "context-exited": "`read` still shows its last screen for ten minutes, and `spawn` starts another",
  "own-context": "that is the pane you run in",
  "no-terminal": "you do not run in a pane",
  "not-taken": "`read` the pane before you type again",
  "not-waiting": "`read` the pane before you type",
  "out-of-date": "`read` it again, and answer what it shows now",
  "unknown-key":
    "keys have the names of tmux: Enter, Escape, Tab, Up, C-c, M-x, F5; a single character is itself",
  "bad-regex": "give a plain text instead, or another pattern",
  "no-space": "name a session to start the program in a window of its own",
  "connection-lost":
    "the daemon ended during the call, so whether it was carried out is unknown: `read` the pane before you repeat it",
  "not-connected": "`mullion doctor` in a shell finds the reason",
  "backend-ended": "its panes ended with it; `spawn` starts the daemon again",
};

/** The code of a failed call for programs; undefined for a refusal of the door itself. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof BackendError ? error.code : undefined;
}

/** The sentence for a failed call; undefined for a bug. */
export function sentenceOf(error: unknown, grant: McpGrant): string | undefined {
  if (error instanceof McpRefusal) return error.message;
  if (!(error instanceof BackendError)) return undefined;
  if (error.code === "no-such-context") return outOfScope(error.message, grant);
  const advice = ADVICE[error.code];
  return advice === undefined ? error.message : `${error.message}: ${advice}`;
}

/** The same sentence whether the pane is another team's or does not exist: a refusal reveals nothing. */
export function outOfScope(what: string, { scope, all }: McpGrant): string {
  const more = all ? "" : "; to reach every pane, a person starts this server with --all";
  return `${what} in ${scope}: \`list\` shows the panes that you can use${more}`;
}
