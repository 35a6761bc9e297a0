/**
 * The result of `run`, or undefined if it throws. For questions whose failure is an answer too: a file that may be
 * absent, a text that may be no JSON.
 */
export function attempt<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}
