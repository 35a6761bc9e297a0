import { agentNamed } from "./known/known-agents.ts";
import { isShell, isWrapper, programName } from "./program-name.ts";

/** A process, by its id, and its arguments. */
export interface ReporterProcess {
  readonly pid: number;
  readonly argv: readonly string[];
}

/**
 * The agent among the ancestors of a hook, and its own ancestors, as process ids. Between the hook and a known agent there
 * may be any program; any other agent is the nearest process that is neither a shell nor a wrapper. Undefined for none.
 */
export function reporterAmong(
  ancestors: readonly ReporterProcess[],
  agent: string | undefined,
): readonly number[] | undefined {
  const known = ancestors.findIndex(
    ({ argv }) => agent !== undefined && agentNamed(programName(argv))?.name === agent,
  );
  const own = ancestors.findIndex(({ argv }) => !isShell(argv) && !isWrapper(argv));
  const at = known >= 0 ? known : own;
  return at < 0 ? undefined : ancestors.slice(at).map(({ pid }) => pid);
}

/**
 * Whose report of another conversation this is, by the agents of the last report and of this one. `same`: the same
 * agent's, or unknown. `next`: the agent of the last report has ended, or was a tool of this one. `tool`: that agent still
 * runs, and this is its tool, or another one beside it.
 */
export function compareReporters(
  before: readonly number[] | undefined,
  now: readonly number[] | undefined,
  hasEnded: (pid: number) => boolean,
): "same" | "next" | "tool" {
  const [first] = before ?? [];
  const [reporter] = now ?? [];
  if (first === undefined || reporter === undefined || first === reporter) return "same";
  if (now?.includes(first)) return "tool";
  return before?.includes(reporter) || hasEnded(first) ? "next" : "tool";
}
