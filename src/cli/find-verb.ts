import { nearest } from "./nearest.ts";
import { UsageError } from "./usage-error.ts";
import type { Verb } from "./verb.ts";

export function findVerb(verbs: readonly Verb[], name: string): Verb {
  const verb = verbs.find((candidate) => candidate.name === name);
  if (verb !== undefined) return verb;
  const near = nearest(
    name,
    verbs.filter(({ hidden }) => !hidden).map((candidate) => candidate.name),
  );
  const hint = near === undefined ? "mullion help lists the verbs" : `did you mean ${near}?`;
  throw new UsageError(`there is no verb ${JSON.stringify(name)}: ${hint}`);
}
