import { MuxError } from "../../core/errors.ts";
import { sessionName } from "../../core/tree/session-name.ts";
import { UsageError } from "../exit-status.ts";
import { findOrEnded } from "../find-pane.ts";
import { wordsOf } from "../parse-command-line.ts";
import { TARGETS_APART } from "../route-call.ts";
import type { HotCall, HotVerb } from "../verb.ts";
import type { HostLook } from "./host-view.ts";
import { hostTrouble, lookAtHosts } from "./span-hosts.ts";

/**
 * The words of a call with `--all-hosts` for the one machine that has its targets; undefined: this machine has them. Throws
 * MuxError if no machine has one of them, several do, or they are on several machines.
 */
export async function callOnHost(call: HotCall, verb: HotVerb): Promise<readonly string[] | undefined> {
  const { operands } = call;
  if (operands.length === 0) throw new UsageError("--all-hosts needs a target to find");
  const { "all-hosts": _all, ...options } = call.options;
  const count = verb.host?.targets === "all" ? operands.length : 1;
  const hosts = await lookAtHosts(call);
  const names = new Set(operands.slice(0, count).map((target) => hostWith(call, target, hosts)));
  if (names.size > 1) throw new MuxError("bad-value", TARGETS_APART);
  const [name] = names;
  if (name === undefined) return undefined;
  const targets = operands.map((operand, index) => (index < count ? `${name}/${operand}` : operand));
  return [verb.name, ...wordsOf(options), "--", ...targets];
}

/** The one host that has the target; undefined: this machine has it. */
function hostWith(call: HotCall, target: string, hosts: readonly HostLook[]): string | undefined {
  const here = foundHere(call, target);
  const there = hosts.filter((host) => hasTarget(host, target)).map(({ name }) => name);
  if (here === undefined && there.length === 0) return undefined;
  if (there.length > 1 || (there.length > 0 && here === undefined)) throw ambiguous(target, here, there);
  if (there[0] === undefined) throw nowhere(here, hosts);
  return there[0];
}

/** Undefined: this machine has the target; otherwise why not. */
function foundHere({ context, options }: HotCall, target: string): MuxError | undefined {
  try {
    findOrEnded(context, target, options.server as string | undefined);
    return undefined;
  } catch (error) {
    if (error instanceof MuxError) return error;
    throw error;
  }
}

/** By the rules of `find-pane.ts`, as far as a report shows them: an id, a session, or the name given to a pane. */
function hasTarget({ known }: HostLook, target: string): boolean {
  const panes = [...(known?.panes.values() ?? [])];
  return panes.some(
    ({ pane_id, window_id, session, metadata }) =>
      [pane_id, window_id, metadata.name].includes(target) || session === sessionName(target),
  );
}

function ambiguous(target: string, here: MuxError | undefined, there: readonly string[]): MuxError {
  const places = [...(here ? [] : ["this machine"]), ...there];
  const hint = `name one, as in ${there[0]}/${target}`;
  return new MuxError("no-such-target", `${places.join(" and ")} have ${target}: ${hint}`);
}

function nowhere(here: MuxError | undefined, hosts: readonly HostLook[]): MuxError {
  const trouble = hostTrouble(hosts);
  const missing = `${here?.message}, nor on any host`;
  return new MuxError(here?.code ?? "no-such-target", trouble === "" ? missing : `${missing}; ${trouble}`);
}
