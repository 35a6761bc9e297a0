import type { Client, Result } from "../client/index.ts";
import { ownershipEntries, ownershipOf, seenEntries } from "../processes/ownership.ts";
import { isRunning } from "../processes/process-mark.ts";
import type { RuntimeHandle } from "./contract.ts";
import { dataOf } from "./handle.ts";
import type { Settings } from "./settings.ts";

type Session = Result<"mullion.tree">["sessions"][number];
type Pane = Session["windows"][number]["panes"][number];

/** A session whose agent runs. */
export interface LiveSession {
  readonly contextId: string;
  readonly createdAt: number;
  readonly pid: number;
}

/** Shortest interval between reports to the daemon that a session is looked after. */
const SEEN_EVERY_MS = 20_000;

/**
 * The session of a handle, if its agent runs. Also reports to the daemon that the session is looked after, so that it
 * is no orphan. A session whose owner is gone becomes ours: an orchestrator's short-lived commands create sessions, and
 * its long-lived process looks after them.
 */
export async function findLive(
  client: Client,
  handle: RuntimeHandle,
  settings: Settings,
): Promise<LiveSession | undefined> {
  const { sessions } = await client.call("mullion.tree", { session: handle.id });
  const { contextId } = dataOf(handle);
  for (const session of sessions)
    for (const pane of session.windows.flatMap(({ panes }) => panes))
      if (contextId === undefined || pane.context_id === contextId) {
        await lookAfter(client, pane, settings);
        return { contextId: pane.context_id, createdAt: session.created, pid: pane.pid };
      }
  return undefined;
}

async function lookAfter(client: Client, pane: Pane, { ownerPid }: Settings): Promise<void> {
  const ownership = ownershipOf(pane.metadata);
  const now = Date.now();
  const isOwned = ownership !== undefined && isRunning(ownership.owner);
  if (isOwned && now - ownership.seenAt < SEEN_EVERY_MS) return;
  const metadata = isOwned ? seenEntries(now) : ownershipEntries(now, ownerPid);
  await client.call("mullion.set_metadata", { context_id: pane.context_id, metadata });
}
