import type { Invocation } from "../../../wire/invocation.ts";
import type { Call } from "../call.ts";
import { CommandError } from "../command-error.ts";
import type { Command, CommandList } from "../parse-commands/command.ts";
import type { AccessList, Grant } from "./access-list.ts";

export const NOT_ALLOWED = "access not allowed";

/**
 * Commands and flags that a user with read access may use. tmux checks the command alone, and so lets such a user run
 * anything through a flag of it: `list-clients -F '#(…)'`, `attach-session -c '#(…)'`, `detach-client -E … -t` of the
 * owner's terminal, `switch-client -r`.
 */
const READERS_FLAGS: ReadonlyMap<string, string> = new Map([
  ["attach-session", "Efrt"],
  ["detach-client", ""],
  ["list-clients", "t"],
  ["switch-client", "ElnptTZ"],
]);

/** Commands that act on a client: a reader may use them on its own client only. */
const ON_OWN_CLIENT: ReadonlySet<string> = new Set(["detach-client", "switch-client"]);

interface Guarded {
  readonly access: AccessList;
}

/** Access of a caller: "owner" for the owner and root; undefined for another user without any. */
export function grantOf(access: AccessList, invocation: Invocation | undefined): Grant | "owner" | undefined {
  if (invocation?.confinedTo === undefined) return "owner";
  return access.get(invocation.uid);
}

export function isReader(access: AccessList, invocation: Invocation | undefined): boolean {
  const grant = grantOf(access, invocation);
  return grant !== "owner" && grant?.readonly !== false;
}

/** Throws if the caller may not run these commands. */
export function permit({ access }: Guarded, call: Call, list: CommandList): void {
  permitAccess({ access }, call);
  if (!isReader(access, call.invocation)) return;
  const attached = call.caller.client !== undefined;
  if (!list.commands.every((command) => readerMay(command, attached)))
    throw new CommandError("client is read-only");
}

/** Throws if the caller's access was withdrawn. */
export function permitAccess({ access }: Guarded, call: Call): void {
  if (grantOf(access, call.invocation) === undefined) throw new CommandError(NOT_ALLOWED);
}

function readerMay({ entry, args }: Command, attached: boolean): boolean {
  const allowed = READERS_FLAGS.get(entry.name);
  if (allowed === undefined || (ON_OWN_CLIENT.has(entry.name) && !attached)) return false;
  return args.given().every(([flag]) => allowed.includes(flag));
}
