import type { Environment } from "../../../core/environment/environment.ts";
import type { PartialTarget } from "../../../core/target/target.ts";
import type { Server } from "../../../core/tree/tree.ts";
import { CommandError } from "../command-error.ts";

interface EnvironmentRun {
  readonly args: { readonly g: boolean; readonly t: string | undefined };
  readonly target: PartialTarget;
  readonly server: Server;
}

/** The environment of a session, or with -g of the server. */
export function environmentOf({ args, target, server }: EnvironmentRun): Environment {
  const owner = args.g ? server : target.session;
  if (owner) return owner.environment;
  throw new CommandError(args.t === undefined ? "no current session" : `no such session: ${args.t}`);
}
