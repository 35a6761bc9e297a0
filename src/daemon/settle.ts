import { systemClock } from "./clock.ts";

/** A child that does not read must not hold its callers for longer. */
const MAX_SETTLING_MS = 3_000;

/** When it has settled, or when nobody should wait for it any longer. It does not fail. */
export function settledOrLate(settling: Promise<unknown>, limitMs = MAX_SETTLING_MS): Promise<void> {
  return new Promise((resolve) => {
    const cancel = systemClock.after(limitMs, resolve);
    const settled = () => {
      cancel();
      resolve();
    };
    settling.then(settled, settled);
  });
}
