import type { Clock } from "../core/ports.ts";

/**
 * A clock for one series of reports. `after` runs the first one in the next turn, and one that follows within the pause after
 * it at the end of that pause: a single change is reported at once, and many changes once in each pause.
 */
export function leadingClock(clock: Clock): Clock {
  let lastRun = Number.NEGATIVE_INFINITY;
  return {
    now: () => clock.now(),
    after(pauseMs, run) {
      const restMs = lastRun + pauseMs - clock.now();
      // At most the pause, because the time of day may be set back.
      return clock.after(Math.min(Math.max(restMs, 0), pauseMs), () => {
        lastRun = clock.now();
        run();
      });
    },
  };
}
