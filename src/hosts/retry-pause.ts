const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 30_000;

/** Before a host is asked again that has failed: twice as long after each failure. */
export function retryPauseMs(failures: number): number {
  return Math.min(FIRST_PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS);
}
