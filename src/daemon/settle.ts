import { settledOrLate as settledOrLateBy } from "../core/settled-or-late.ts";
import { systemClock } from "./clock.ts";

/** A child that does not read must not hold its callers for longer. */
const MAX_SETTLING_MS = 3_000;

export function settledOrLate(settling: Promise<unknown>, limitMs = MAX_SETTLING_MS): Promise<void> {
  return settledOrLateBy(systemClock, settling, limitMs);
}
