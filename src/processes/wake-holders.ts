import { existsSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { holderProcesses } from "./holder-processes.ts";

/** A holder that is stopped, or on a machine that is very busy, does not hold up a start for longer. */
const PATIENCE_MS = 1_000;
const LOOK_AGAIN_MS = 5;

/**
 * Holders that live without a socket file: it was removed while no daemon ran. Each has its path in its title, and makes the
 * file again at SIGUSR1. Resolves when the files are there, or after a while. Where the system shows no titles (no /proc), none are
 * found; holders look for their file themselves when their daemon goes.
 */
export async function wakeHolders(socketDirectory: string): Promise<void> {
  const waiting = new Set<string>();
  for (const { pid, socketPath } of await holderProcesses(socketDirectory))
    if (!existsSync(socketPath) && signal(pid)) waiting.add(socketPath);
  const deadline = performance.now() + PATIENCE_MS;
  while (waiting.size > 0 && performance.now() < deadline) {
    await delay(LOOK_AGAIN_MS);
    for (const path of waiting) if (existsSync(path)) waiting.delete(path);
  }
}

function signal(pid: number): boolean {
  try {
    process.kill(pid, "SIGUSR1");
    return true;
  } catch {
    return false; // It ended, or belongs to another user.
  }
}
