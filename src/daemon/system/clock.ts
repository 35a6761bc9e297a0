import type { Clock } from "../../core/ports.ts";
import { settledOrLate as settledOrLateBy } from "../../core/ports.ts";
import { Overdue, settledOrOverdue } from "./overdue.ts";

export const systemClock: Clock = {
  now: () => Date.now(),
  after(delayMs, run) {
    const timer = setTimeout(run, delayMs).unref();
    return () => clearTimeout(timer);
  },
};

export function settledOrLate(settling: Promise<unknown>, limitMs: number): Promise<void> {
  return settledOrLateBy(systemClock, settling, limitMs);
}

/** Limit on how long a program that does not read its input can delay the answer to a caller. */
const unsettled = new Overdue<() => void>(3_000, (settle) => settle());

/** Resolves when what a request did can no longer be lost, or its program does not read its input. */
export function requestSettled(settling: Promise<void>): Promise<void> {
  return settledOrOverdue(settling, unsettled);
}
