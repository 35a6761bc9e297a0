import { processFile } from "./platform.ts";

const MAX_FAMILY = 512;

/**
 * A process and its descendants, as children of main threads, which start the programs in a pane. A build may start
 * thousands: each costs several files to read, and those that read the terminal are among the first.
 */
export function family(pid: number): number[] {
  const found = [pid];
  for (const each of found) {
    if (found.length >= MAX_FAMILY) break;
    found.push(...(processFile(each, `task/${each}/children`) ?? "").split(" ").filter(Boolean).map(Number));
  }
  return found.slice(0, MAX_FAMILY);
}
