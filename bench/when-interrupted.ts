import { constants } from "node:os";

/**
 * Cleans up before a signal ends the process: programs that a bench starts would outlive it. Returns a function that
 * cancels the cleanup.
 */
export function whenInterrupted(cleanUp: () => void): () => void {
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
  const end = (signal: NodeJS.Signals) => {
    cleanUp();
    process.exit(128 + constants.signals[signal]);
  };
  for (const signal of signals) process.once(signal, end);
  return () => {
    for (const signal of signals) process.off(signal, end);
  };
}
