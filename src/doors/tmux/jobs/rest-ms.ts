/** A delay that may have begun under a previous daemon. */
export interface BegunDelay {
  /** Milliseconds since the epoch. */
  readonly begunMs: number;
  readonly delayMs: number;
}

/** What is left of a delay; never more than all of it, also if the system's clock was set back. */
export function restMs({ begunMs, delayMs }: BegunDelay, nowMs: number): number {
  return Math.min(delayMs, Math.max(0, begunMs + delayMs - nowMs));
}
