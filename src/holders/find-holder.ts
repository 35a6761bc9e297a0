import { holderSocket } from "../processes/holder-processes.ts";
import { processHasEnded, statFields } from "../processes/process-mark.ts";
import { commandLineOf } from "../processes/process-table.ts";

/** A holder's process. To read its start from the system would cost every new pane a call: the clock's time will do. */
export interface HolderIdentity {
  readonly pid: number;
  /** Milliseconds since the epoch; 0 where that is not known. */
  readonly startedMs: number;
}

const PROGRAM = "mullion-holder";

/** The holder of a pane's first process: its parent; undefined where the process is gone or the system does not tell. */
export function holderOf(child: number): HolderIdentity | undefined {
  const parent = Number(statFields(child)?.[1] ?? 0);
  return parent > 1 && holderSocket(parent) !== undefined ? { pid: parent, startedMs: 0 } : undefined;
}

/** Whether its process has ended, and its id may be another's. */
export function isHolderGone({ pid }: HolderIdentity, socketPath: string): boolean {
  if (processHasEnded(pid)) return true;
  const program = commandLineOf(pid)?.split("\0", 1)[0];
  if (program === undefined) return false; // The system does not tell.
  if (!program.includes(PROGRAM)) return true;
  // Its title may be cut off, and is set right after its start.
  const socket = holderSocket(pid);
  return socket !== undefined && !socketPath.startsWith(socket);
}
