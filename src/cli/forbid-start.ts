import { writeFileSync } from "node:fs";
import { attempt } from "../core/attempt.ts";
import { markOf } from "../processes/process-mark.ts";
import type { Places } from "./places.ts";

/**
 * Until this process has ended, no call starts a daemon (native/client/reach-daemon.c). A daemon removes its socket before it is
 * gone, and what it leaves ends later still: a call that arrives meanwhile belongs to the daemon that ends. The file stays,
 * because its removal would come before the end of this process, which is what the caller waits for.
 */
export function forbidStart({ noStart }: Places): void {
  // On a full disk the daemon must end all the same.
  attempt(() => writeFileSync(noStart, `${markOf(process.pid)}\n`, { mode: 0o600 }));
}
