import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { attempt } from "../../core/attempt.ts";
import { isHolderGone } from "../../holders/find-holder.ts";
import { currentBoot } from "../../processes/platform.ts";
import { isListening } from "../../wire/is-listening.ts";
import type { House } from "../house.ts";
import type { DaemonPaths } from "../paths.ts";
import { contentOf } from "./lock.ts";

/**
 * Whether the machine stopped, or only holders were killed. Two files name the boot in which the records were last
 * settled: one in the state directory, which another boot contradicts, and one in the runtime directory, which a reboot
 * removes. Holders that ended while both files were right were killed, and their panes close as always. They are
 * written after the panes of a stop are on record: a daemon that dies before that leaves the stop to the next one.
 */
export async function machineStopped({ store, paths }: House): Promise<boolean> {
  const boot = presentBoot();
  const [state, runtime] = paths.boots.map(contentOf);
  const isSameBoot = state === undefined || state === boot;
  if (isSameBoot && runtime === boot && !endsTogether()) return false;
  const held = [...store.under("socket")].flatMap(([key]) => [...store.under("holder", key)]);
  for (const [, { key, holder }] of held) {
    const socketPath = join(paths.holders, key);
    if (await isListening(socketPath)) return false;
    // Its id belongs to another process after a reboot.
    if (isSameBoot && holder && !isHolderGone(holder, socketPath)) return false;
  }
  return held.length > 0;
}

/** A container or pod that was killed lost its holders with its daemon, whatever the machine around it did. */
function endsTogether(): boolean {
  return process.env.MULLION_END_PANES !== undefined;
}

/** Writes the present boot into the files that lack it; a failure costs nothing but the next daemon's certainty. */
export function noteBoot({ boots }: Pick<DaemonPaths, "boots">): void {
  const boot = presentBoot();
  for (const file of boots)
    if (contentOf(file) !== boot) attempt(() => writeFileSync(file, boot, { mode: 0o600 }));
}

let known: string | undefined;

/** Asks the system once: the boot does not change under a process. */
function presentBoot(): string {
  known ??= currentBoot();
  return known;
}
