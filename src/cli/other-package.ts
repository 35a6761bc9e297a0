import { realpathSync } from "node:fs";
import { basename } from "node:path";
import { attempt } from "../core/attempt.ts";
import { legible } from "../core/text/legible.ts";
import { packageOf } from "../package/programs.ts";
import { processLink } from "../processes/platform.ts";
import { packageRoot } from "./package.ts";
import type { HotCall } from "./verb.ts";

/**
 * One daemon serves every copy of the program that a user has: several checkouts, an installed package. A user who
 * changes one of them must learn that the daemon runs from another.
 */
export function otherPackage(daemonRoot: string | undefined, ownRoot = packageRoot): string | undefined {
  return daemonRoot === undefined || realPath(daemonRoot) === realPath(ownRoot) ? undefined : daemonRoot;
}

/** Package directory of a client's program. Undefined on systems without /proc. */
function packageOfProgram(pid: number): string | undefined {
  const program = processLink(pid, "exe");
  return program !== undefined && basename(program) === "mullion" ? packageOf(program) : undefined;
}

/** For the verbs that people use first: the daemon may not run the code that they changed in their own copy. */
export function noteOtherPackage({ invocation, context }: HotCall): void {
  if (invocation.environment.has("MULLION_ASKING")) return;
  const own = packageOfProgram(invocation.pid);
  const other = own === undefined ? undefined : otherPackage(context.paths.root, own);
  if (other === undefined) return;
  invocation.stderr(`mullion: the running daemon is from ${legible(other)}: ${SWITCH}\n`);
}

export const SWITCH = "mullion upgrade switches to this one, and panes stay";

function realPath(path: string): string {
  // The path no longer exists.
  return attempt(() => realpathSync(path)) ?? path;
}
