import type { Clock } from "./ports.ts";

/** When it has settled, or when nobody should wait for it any longer. It does not fail. */
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
