import { setTimeout as delay } from "node:timers/promises";
import type { Client } from "../client/index.ts";
import { familyOf, processTable } from "../processes/process-table.ts";
import type { RuntimeHandle } from "./contract.ts";
import { dataOf } from "./handle.ts";
import { findLive } from "./live-session.ts";
import type { Settings } from "./settings.ts";

/** The daemon's grace period (SIGHUP, five seconds, SIGKILL) and a margin. */
const LONGEST_END_MS = 8_000;
const PAUSE_MS = 10;

/**
 * Ends a session with everything in it, and resolves when no process of it is left: a process that ignores SIGHUP is
 * killed after five seconds. A session that has already ended is no error, and a later session of the same name is not
 * affected.
 */
export async function destroy(client: Client, handle: RuntimeHandle, settings: Settings): Promise<void> {
  const live = await findLive(client, handle, settings);
  const { contextId = live?.contextId } = dataOf(handle);
  if (contextId === undefined) return;
  await client
    .call("mullion.kill_session", { name: handle.id, context_id: contextId })
    .catch(() => client.call("kill", { context_id: contextId }))
    .catch(() => {});
  if (live) await allGone(live.pid);
}

/** Waits for the end of the session that this process leads or led. */
async function allGone(pid: number): Promise<void> {
  const deadline = Date.now() + LONGEST_END_MS;
  while (Date.now() < deadline && familyOf(pid, await processTable()).length > 0) await delay(PAUSE_MS);
}
