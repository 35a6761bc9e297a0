import { isRunning, markOf } from "./process-mark.ts";

/**
 * The owner of a pane. An orchestrator that starts agents writes its mark into their panes' metadata, and the time
 * whenever it looks after one. A pane whose owner is gone is an orphan: no process will end it. Panes without an owner,
 * which people and other tools create, are never orphans.
 */
export interface Ownership {
  readonly owner: string;
  /** When an orchestrator last used the pane, in milliseconds since the epoch. */
  readonly seenAt: number;
}

const OWNER = "owner";
const SEEN = "owner_seen";

/** Metadata that makes this process, or another, the owner of a pane. */
export function ownershipEntries(now: number, pid = process.pid): Record<string, string> {
  return { [OWNER]: markOf(pid), ...seenEntries(now) };
}

/** Metadata of a pane that an orchestrator looks after, whether or not it owns the pane. */
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
