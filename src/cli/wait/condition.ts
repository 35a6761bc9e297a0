import type { Mux } from "../../core/mux.ts";
import type { Pane } from "../../core/tree/pane.ts";
import type { PaneOutput } from "../../native/host.ts";
import type { CliContext } from "../context.ts";
import { nearest } from "../nearest.ts";
import { UsageError } from "../usage-error.ts";
import { exit } from "./until-exit.ts";
import { idle } from "./until-idle.ts";
import { match } from "./until-match.ts";
import { prompt } from "./until-prompt.ts";
import { state } from "./until-state.ts";

/** A living pane, and what is to be told when the condition holds. */
export interface Watch {
  readonly context: CliContext;
  readonly mux: Mux;
  readonly pane: Pane;
  readonly output: PaneOutput;
  /** The first byte of output that counts; undefined: now. */
  readonly since: number | undefined;
  met(details?: Met): void;
}

/** What there is to tell beside that it holds. */
export interface Met {
  /** The line that matched. */
  readonly line?: string;
  /** Exit status of the command that ended. */
  readonly status?: number;
}

export interface Watching {
  stop(): void;
  /** The pane ended: what came together with its end counts, too. */
  atEnd?(): Met | undefined;
}

/** Begins to watch. `met` may be called before it returns. */
export type Condition = (watch: Watch) => Watching;

/** A kind of condition: what stands before the colon. */
export interface ConditionKind {
  readonly name: string;
  /** What stands after the colon; absent where nothing does. */
  readonly argument?: string;
  readonly summary: string;
  parse(argument: string): Condition;
}

/** In the order in which help tells them. */
export const CONDITION_KINDS: readonly ConditionKind[] = [exit, idle, match, prompt, state];

export function conditionUsage({ name, argument }: ConditionKind): string {
  return argument === undefined ? name : `${name}:${argument}`;
}

export function parseCondition(text: string): { readonly kind: string; readonly condition: Condition } {
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
  return { kind: name, condition: kind.parse(text.slice(colon + 1)) };
}
