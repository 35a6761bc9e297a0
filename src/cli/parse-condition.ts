import { AGENT_STATES } from "../core/agent/agent-state.ts";
import { lineMatch } from "../panes/text-match.ts";
import type { WaitCondition } from "../panes/wait.ts";
import { parseAgentState } from "./agents/agent-options.ts";
import { UsageError } from "./exit-status.ts";
import { nearest } from "./nearest.ts";

/** A kind of condition: the word before the colon. */
interface ConditionKind {
  readonly name: string;
  /** Placeholder of the text after the colon; absent if there is none. */
  readonly argument?: string;
  readonly summary: string;
  parse(argument: string): WaitCondition;
}

/** All kinds, in the order of the help text. */
export const CONDITION_KINDS: readonly ConditionKind[] = [
  {
    name: "exit",
    summary: "its program has ended; its exit status is printed (128 and the signal where one ended it)",
    parse: () => ({ kind: "exit" }),
  },
  {
    name: "idle",
    argument: "MS",
    summary: "it has printed nothing for this time, in milliseconds",
    parse(argument) {
      const idle_ms = Number(argument);
      if (!/^\d+$/.test(argument) || idle_ms < 1 || idle_ms > 86_400_000)
        throw new UsageError(`idle needs milliseconds, not ${JSON.stringify(argument)}`);
      return { kind: "idle", idle_ms };
    },
  },
  {
    name: "match",
    argument: "RE",
    summary: "a line matches this POSIX extended regular expression; the line is printed",
    parse(pattern) {
      const until = { kind: "regex", pattern } as const;
      lineMatch(until); // Rejects a bad pattern before the pane is looked up.
      return until;
    },
  },
  {
    name: "prompt",
    summary: "its shell waits at a prompt (bash, zsh and fish tell by themselves)",
    parse: () => ({ kind: "prompt" }),
  },
  {
    name: "state",
    argument: "S",
    summary: `its program is ${AGENT_STATES.join(", ")}, or one of several (state:waiting,done); the state is printed, and mullion explain says why`,
    parse: (argument) => ({ kind: "states", states: argument.split(",").map(parseAgentState) }),
  },
];

export function conditionUsage({ name, argument }: ConditionKind): string {
  return argument === undefined ? name : `${name}:${argument}`;
}

export function parseCondition(text: string): { readonly kind: string; readonly until: WaitCondition } {
  const colon = text.indexOf(":");
  const name = colon === -1 ? text : text.slice(0, colon);
  const kind = CONDITION_KINDS.find((candidate) => candidate.name === name);
  if (!kind) {
    const near = nearest(
      name,
      CONDITION_KINDS.map((candidate) => candidate.name),
    );
    const hint = near === undefined ? "" : `: did you mean ${near}?`;
    const known = CONDITION_KINDS.map(conditionUsage).join(", ");
    throw new UsageError(`--until knows ${known}, not ${JSON.stringify(text)}${hint}`);
  }
  if ((colon === -1) !== (kind.argument === undefined))
    throw new UsageError(`--until ${name} is written ${conditionUsage(kind)}`);
  return { kind: name, until: kind.parse(text.slice(colon + 1)) };
}
