import { MuxError } from "../core/errors.ts";
import type { Host } from "../hosts/host.ts";
import { UsageError } from "./exit-status.ts";
import { type FarPanes, farPanes } from "./far-panes.ts";
import { type CommandLine, parseCommandLine, wordsOf } from "./parse-command-line.ts";
import type { HotVerb, OptionTable, Verb } from "./verb.ts";
import { verbs } from "./verb-table.ts";

/** A call that runs on a host. */
export interface CallRoute {
  readonly host: string;
  /** Without the host's name. */
  readonly argv: readonly string[];
  /** The caller waits for an unreachable host. */
  readonly wait: boolean;
  readonly reads: "stdin" | "terminal" | undefined;
  readonly names: FarPanes | undefined;
}

export const TARGETS_APART = "the targets of one call are on one machine: call it once for each";

/** Any call about a host takes this, beside the options of its verb. */
const WAIT = { wait: { summary: "wait for a host that is unreachable" } } as const;

/**
 * Decides whether a call is about a host: it names one with `--host` or `--on`, or its target begins with the name of one,
 * as in `build/%3`. Undefined: it is about this machine, or is wrong, which its verb reports. Throws MuxError for a call
 * that names hosts in a wrong way. `hosts` is read only if a word looks like it.
 */
export function routeCall(argv: readonly string[], hosts: () => readonly Host[]): CallRoute | undefined {
  if (!argv.some((word) => word.includes("/") || word.startsWith("--on") || word.startsWith("--host")))
    return undefined;
  const verb = verbs.find(({ name }) => name === argv[0]);
  if (verb?.kind !== "hot" || !verb.host) return undefined;
  const line = parsed(verb, argv.slice(1));
  return line && !line.help ? routeOf(verb, line, hosts) : undefined;
}

function routeOf(verb: HotVerb, line: CommandLine, hosts: () => readonly Host[]): CallRoute | undefined {
  const { targets, files, option = targets && "host", reads, writes } = verb.host!;
  const { wait, ...options } = line.options;
  const named = option && options[option];
  const [host, operands] =
    typeof named === "string"
      ? [named, line.operands]
      : withoutHost(line.operands, { targets, files }, hosts);
  // `attach build/` is about the host as `attach` is about this machine.
  const kept = operands.length > verb.count[0] && operands[0] === "" ? operands.slice(1) : operands;
  if (host === undefined) return undefined;
  if (options["all-hosts"]) throw new MuxError("bad-value", `--${option} and --all-hosts exclude each other`);
  if (writes !== undefined && options[writes] !== undefined)
    throw new MuxError(
      "bad-value",
      `--${writes} would write on host ${host}: redirect standard output instead`,
    );
  const rest = option ? { ...options, [option]: undefined } : options;
  const argv = [verb.name, ...wordsOf(rest), "--", ...kept];
  return { host, argv, wait: wait === true, reads, names: farPanes(verb, line) };
}

/** Undefined if the call is wrong. */
function parsed(verb: HotVerb, words: readonly string[]): CommandLine | undefined {
  const options: OptionTable = { ...verb.options, ...WAIT };
  try {
    return parseCommandLine({ ...verb, options } as Verb, words);
  } catch (error) {
    if (error instanceof UsageError) return undefined;
    throw error;
  }
}

/** The host that the targets name, and the operands without it. */
function withoutHost(
  operands: readonly string[],
  { targets, files }: { targets: "first" | "all" | undefined; files: true | undefined },
  hosts: () => readonly Host[],
): readonly [host: string | undefined, operands: readonly string[]] {
  const count = targets === "all" ? operands.length : targets === "first" ? 1 : 0;
  const isFile = (operand: string) => files && /[./]/.test(operand.slice(operand.indexOf("/") + 1));
  const found = operands
    .slice(0, count)
    .map((operand) => (isFile(operand) ? undefined : hostOf(operand, hosts)));
  const host = found.find((name) => name !== undefined);
  if (host === undefined) return [undefined, operands];
  if (found.some((name) => name !== host)) throw new MuxError("bad-value", TARGETS_APART);
  return [host, operands.map((operand, index) => (index < count ? operand.slice(host.length + 1) : operand))];
}

function hostOf(target: string, hosts: () => readonly Host[]): string | undefined {
  const at = target.indexOf("/");
  const name = target.slice(0, Math.max(at, 0));
  return name !== "" && hosts().some((host) => host.name === name) ? name : undefined;
}
