/** How long a wait lasts that names no time. */
export const DEFAULT_WAIT_MS = 30_000;
