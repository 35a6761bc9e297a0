import { markOf, statFields } from "../processes/process-mark.ts";
import { commandLineOf } from "../processes/process-table.ts";

/** What the holders' processes are called, before the paths of their sockets. */
const TITLE = "mullion-holder: ";

/** Mark of the holder of a pane's first process: its parent; undefined where the process is gone or the system does not tell. */
export function holderOf(child: number): string | undefined {
  const parent = Number(statFields(child)?.[1] ?? 0);
  return parent > 1 && commandLineOf(parent)?.startsWith(TITLE) ? markOf(parent) : undefined;
}
