import type { Clock } from "../../core/ports.ts";
import { settledOrLate as settledOrLateBy } from "../../core/ports.ts";

export const systemClock: Clock = {
  now: () => Date.now(),
  after(delayMs, run) {
    const timer = setTimeout(run, delayMs).unref();
    return () => clearTimeout(timer);
  },
};

/** Limit on how long a program that does not read its input can delay the answer to a caller. */
const MAX_SETTLING_MS = 3_000;

export function settledOrLate(settling: Promise<unknown>, limitMs = MAX_SETTLING_MS): Promise<void> {
  return settledOrLateBy(systemClock, settling, limitMs);
}
