import { isRunning, markOf } from "./process-mark.ts";

/**
 * Whose a pane is. An orchestrator that starts agents writes its mark into their panes' metadata, and whenever it looks
 * after one, the time. A pane whose owner is gone is an orphan: nobody will end it. Panes without an owner, which people
 * and other tools make, are never orphans.
 */
export interface Ownership {
  readonly owner: string;
  /** When an orchestrator last did something with it, in milliseconds since the epoch. */
  readonly seenAt: number;
}

const OWNER = "owner";
const SEEN = "owner_seen";

/** Metadata that makes a pane this process's own, or another's. */
export function ownershipEntries(now: number, pid = process.pid): Record<string, string> {
  return { [OWNER]: markOf(pid), ...seenEntries(now) };
}

/** Somebody looks after it, whoever owns it. */
export function seenEntries(now: number): Record<string, string> {
  return { [SEEN]: String(now) };
}

export function ownershipOf(metadata: Readonly<Record<string, unknown>>): Ownership | undefined {
  const owner = metadata[OWNER];
  if (typeof owner !== "string" || !/^\d+ \d+$/.test(owner)) return undefined;
  return { owner, seenAt: Number(metadata[SEEN]) || 0 };
}

export function isOrphaned(metadata: Readonly<Record<string, unknown>>): boolean {
  const ownership = ownershipOf(metadata);
  return ownership !== undefined && !isRunning(ownership.owner);
}
