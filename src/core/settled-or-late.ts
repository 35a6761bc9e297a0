import type { Clock } from "./ports.ts";

/** Resolves when the promise settles or its time limit has passed. Never rejects. */
export function settledOrLate(clock: Clock, settling: Promise<unknown>, limitMs: number): Promise<void> {
  return new Promise((resolve) => {
    const cancel = clock.after(limitMs, resolve);
    const settled = () => {
      cancel();
      resolve();
    };
    settling.then(settled, settled);
  });
}
