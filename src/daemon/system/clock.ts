import type { Clock } from "../../core/ports.ts";
import { settledOrLate as settledOrLateBy } from "../../core/ports.ts";
import { Overdue, settledOrOverdue } from "./overdue.ts";

/** A longer timer of Node is over at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => Date.now(),
  after(delayMs, run) {
    let timer: NodeJS.Timeout;
    const wait = (restMs: number) => {
      const rest = restMs - MAX_TIMER_MS;
      timer = (rest > 0 ? setTimeout(wait, MAX_TIMER_MS, rest) : setTimeout(run, restMs)).unref();
    };
    wait(delayMs);
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
