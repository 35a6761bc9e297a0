/**
 * A bug in a listener must not break its notifier: a pane's output stream cannot be retried. The error is thrown in a
 * turn of its own and reaches the log.
 */
export function guarded(run: () => void): void {
  try {
    run();
  } catch (error) {
    setImmediate(() => {
      throw error;
    });
  }
}
