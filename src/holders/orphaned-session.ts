import { constants, uptime } from "node:os";
import { setTimeout as delay } from "node:timers/promises";
import { processFile, TICKS_PER_SECOND } from "../processes/platform.ts";
import { startTimeOf } from "../processes/process-mark.ts";

/** The session of a pane's processes whose holder is gone. */
export interface OrphanedSession {
  /** Process id of the session leader: the pane's first process. */
  readonly session: number;
  /** When the holder was started, in ms since the epoch; 0: unknown. */
  readonly startedMs: number;
  /** This daemon was connected to the holder, so the session existed a moment ago. */
  readonly witnessed: boolean;
}

/** Counts the processes of a session and sends each a signal (0: none); undefined if the count is unavailable. */
export type SignalSession = (session: number, signal: number) => Promise<number | undefined>;

/** Grace period after SIGHUP, which the system sends when the terminal closes. */
const GRACE_MS = 2_000;
/** A process that survives SIGKILL for this long is blocked in the kernel and ends when that call returns. */
const PATIENCE_MS = 5_000;
const FIRST_PAUSE_MS = 10;
const LONGEST_PAUSE_MS = 200;
/** A pane's first process starts right after its holder; the tolerance allows for clock adjustments. */
const TOLERANCE_MS = 10_000;

/**
 * Ends what a killed holder leaves behind. The terminal closes with the holder, and every process on it gets SIGHUP; a
 * process that ignores SIGHUP would continue without a terminal or pane, so it is killed after a grace period. Resolves
 * with the number of remaining processes: 0, except for those blocked in the kernel.
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
 * Process ids are reused: a leader that did not start together with the holder belongs to another session. If the
 * leader is gone, its id stays reserved while the session has processes. If the system does not report start times,
 * only a session that existed a moment ago is ended.
 */
function isTheirs({ session, startedMs, witnessed }: OrphanedSession): boolean {
  if (session <= 1) return false;
  if (witnessed) return true;
  const uptimeMs = uptime() * 1_000;
  const leaderTicks = Number(startTimeOf(session));
  if (leaderTicks === 0) return processFile("self", "stat") !== undefined;
  const leaderMs = Date.now() - uptimeMs + (leaderTicks * 1_000) / TICKS_PER_SECOND;
  return Math.abs(leaderMs - startedMs) < TOLERANCE_MS;
}
