/**
 * A bug in whoever is told something must not break what tells it: the stream of a pane's output has no second try. It is
 * thrown where nobody else is in the way, and ends up in the log.
 */
export function throwLater(error: unknown): void {
  setImmediate(() => {
    throw error;
  });
}

export function guarded(run: () => void): void {
  try {
    run();
  } catch (error) {
    throwLater(error);
  }
}
