import { MuxError } from "../core/errors.ts";
import { ProtocolError, type WireErrorCode } from "../protocol/errors.ts";

/** The command line is invalid. The message is one sentence without a full stop. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** A wait timed out: status 2. The message is one sentence without a full stop. */
export class TimedOut extends Error {
  override readonly name = "TimedOut";
}

/** The pane that a verb is about has ended: status 3. The message is one sentence without a full stop. */
export class PaneEnded extends Error {
  override readonly name = "PaneEnded";
}

/** Meaning of each exit status, for all verbs; `mullion help` prints this table. */
export const EXIT_STATUS = {
  done: 0,
  failed: 1,
  timedOut: 2,
  paneEnded: 3,
  notWaiting: 4,
} as const;

export const EXIT_STATUS_MEANING: readonly (readonly [number, string])[] = [
  [EXIT_STATUS.done, "done"],
  [EXIT_STATUS.failed, "wrong usage, or it failed"],
  [EXIT_STATUS.timedOut, "timed out"],
  [EXIT_STATUS.paneEnded, "the pane had ended, or ended first"],
  [EXIT_STATUS.notWaiting, "the pane asks nothing, or was answered already"],
];

/** Operations on panes fail with the protocol's codes. */
const PROTOCOL_STATUS: Partial<Record<WireErrorCode, number>> = {
  "not-taken": EXIT_STATUS.timedOut,
  "context-exited": EXIT_STATUS.paneEnded,
  "not-waiting": EXIT_STATUS.notWaiting,
};

/** The exit status for an error that a verb threw; undefined for a bug. */
export function exitStatusOf(error: unknown): number | undefined {
  if (error instanceof TimedOut) return EXIT_STATUS.timedOut;
  if (error instanceof PaneEnded) return EXIT_STATUS.paneEnded;
  if (error instanceof ProtocolError) return PROTOCOL_STATUS[error.code] ?? EXIT_STATUS.failed;
  return error instanceof UsageError || error instanceof MuxError ? EXIT_STATUS.failed : undefined;
}
