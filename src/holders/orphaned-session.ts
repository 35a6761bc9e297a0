import { existsSync } from "node:fs";
import { constants, uptime } from "node:os";
import { setTimeout as delay } from "node:timers/promises";
import { startTicksOf } from "../processes/process-mark.ts";

/** The session of a pane's processes, whose holder is gone. */
export interface OrphanedSession {
  /** Process id of its leader: the pane's first process. */
  readonly session: number;
  /** When its holder was started, in ms since the epoch; 0 where that is not known. */
  readonly startedMs: number;
  /** This daemon was connected to the holder, so the session was there a moment ago. */
  readonly witnessed: boolean;
}

/** Counts the processes of a session and sends each a signal, or none with 0; undefined where that cannot be told. */
export type SignalSession = (session: number, signal: number) => Promise<number | undefined>;

/** After SIGHUP, which the system sends when the terminal goes, processes get this long. */
const GRACE_MS = 2_000;
/** What SIGKILL does not end in this time hangs in the system and ends when that lets it. */
const PATIENCE_MS = 5_000;
const FIRST_PAUSE_MS = 10;
const LONGEST_PAUSE_MS = 200;
/** A pane's first process starts right after its holder; clocks are adjusted now and then. */
const TOLERANCE_MS = 10_000;
const TICKS_PER_SECOND = 100;

/**
 * Ends what a killed holder leaves. With the holder its terminal is gone and every process on it gets SIGHUP; one that
 * ignores that would run on with no terminal and in no pane, so it is killed after a grace. Resolves with the number of
 * processes that are still there, which is 0 but for those that hang in the system.
 */
export async function endOrphans(orphans: OrphanedSession, signalSession: SignalSession): Promise<number> {
  const { session } = orphans;
  if (!isTheirs(orphans)) return 0;
  const begun = Date.now();
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    const elapsedMs = Date.now() - begun;
    const left = await signalSession(session, elapsedMs < GRACE_MS ? 0 : constants.signals.SIGKILL);
    if (left === 0) return 0;
    if (elapsedMs > GRACE_MS + PATIENCE_MS) return left ?? 0;
    await delay(pauseMs);
  }
}

/**
 * Process ids are used again: a leader that did not start together with the holder is a stranger's. Where the leader is gone its
 * id stays taken for as long as the session has processes. Where the system does not tell, only a session is ended that
 * was there a moment ago.
 */
function isTheirs({ session, startedMs, witnessed }: OrphanedSession): boolean {
  if (session <= 1) return false;
  if (witnessed) return true;
  const uptimeMs = uptime() * 1_000;
  const leaderTicks = startTicksOf(session);
  if (leaderTicks === undefined) return existsSync("/proc/self/stat");
  const leaderMs = Date.now() - uptimeMs + (leaderTicks * 1_000) / TICKS_PER_SECOND;
  return Math.abs(leaderMs - startedMs) < TOLERANCE_MS;
}
