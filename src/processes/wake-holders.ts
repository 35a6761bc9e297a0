import { existsSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { holderProcesses } from "./holder-processes.ts";
import { signal } from "./process-mark.ts";

/** A stopped holder, or a very busy machine, delays a start no longer than this. */
const PATIENCE_MS = 1_000;
const LOOK_AGAIN_MS = 5;

/**
 * Wakes holders that live without a socket file, which was removed while no daemon ran. Each has its path in its title,
 * and creates the file again on SIGUSR1. Resolves when the files exist, or after a timeout. If the system shows no
 * titles (no /proc), none are found; holders check for their file themselves when their daemon disconnects.
 */
export async function wakeHolders(socketDirectory: string): Promise<void> {
  const waiting = new Set<string>();
  for (const { pid, socketPath } of await holderProcesses(socketDirectory))
    if (!existsSync(socketPath) && signal(pid, "SIGUSR1")) waiting.add(socketPath);
  const deadline = performance.now() + PATIENCE_MS;
  while (waiting.size > 0 && performance.now() < deadline) {
    await delay(LOOK_AGAIN_MS);
    for (const path of waiting) if (existsSync(path)) waiting.delete(path);
  }
}
