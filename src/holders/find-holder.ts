import { holderSocket } from "../processes/holder-processes.ts";
import { markOf, statFields } from "../processes/process-mark.ts";

/** Mark of the holder of a pane's first process: its parent; undefined where the process is gone or the system does not tell. */
export function holderOf(child: number): string | undefined {
  const parent = Number(statFields(child)?.[1] ?? 0);
  return parent > 1 && holderSocket(parent) !== undefined ? markOf(parent) : undefined;
}
