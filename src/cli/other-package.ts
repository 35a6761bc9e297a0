import { readlinkSync, realpathSync } from "node:fs";
import { basename, dirname } from "node:path";
import { legible } from "../core/text/legible.ts";
import { packageRoot } from "./package.ts";
import type { HotCall } from "./verb.ts";

/**
 * One daemon serves every copy of the program that a user has: a checkout, another one, an installed package. Whoever
 * changed something in one of them must learn that the daemon comes from another.
 */
export function otherPackage(daemonRoot: string | undefined, ownRoot = packageRoot): string | undefined {
  return daemonRoot === undefined || realPath(daemonRoot) === realPath(ownRoot) ? undefined : daemonRoot;
}

/** Where the package of a client's program is: ROOT/bin/mullion. Undefined where the system does not tell (no /proc). */
function packageOfProgram(pid: number): string | undefined {
  try {
    const program = readlinkSync(`/proc/${pid}/exe`);
    return basename(program) === "mullion" ? dirname(dirname(program)) : undefined;
  } catch {
    return undefined;
  }
}

/** For verbs that people begin with: what they see is not what they may have changed in their own copy. */
export function noteOtherPackage({ invocation, context }: HotCall): void {
  if (invocation.environment.has("MULLION_ASKING")) return;
  const own = packageOfProgram(invocation.pid);
  const other = own === undefined ? undefined : otherPackage(context.paths.root, own);
  if (other === undefined) return;
  invocation.stderr(`mullion: the daemon that runs is from ${legible(other)}: ${SWITCH}\n`);
}

export const SWITCH = "mullion upgrade switches to this one, and panes stay";

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path; // It was removed, or moved.
  }
}
