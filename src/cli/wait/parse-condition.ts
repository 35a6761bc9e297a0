import { UsageError } from "../exit-status.ts";
import { nearest } from "../nearest.ts";
import type { Condition, ConditionKind } from "./condition.ts";
import { exit } from "./until-exit.ts";
import { idle } from "./until-idle.ts";
import { match } from "./until-match.ts";
import { prompt } from "./until-prompt.ts";
import { state } from "./until-state.ts";

/** All kinds, in the order of the help text. */
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
