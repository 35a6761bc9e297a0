import { constants } from "node:os";

/** Cleans up before a signal ends the process: what a bench starts would outlive it. Returns what calls that off. */
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
