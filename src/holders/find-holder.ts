import { holderSocket } from "../processes/holder-processes.ts";
import { statFields } from "../processes/platform.ts";
import { processHasEnded, signal } from "../processes/process-mark.ts";
import { commandLineOf } from "../processes/process-table.ts";

/**
 * A holder's process. Reading its start time from the system would cost every new pane a call, so the clock's time
 * stands in for it.
 */
export interface HolderIdentity {
  readonly pid: number;
  /** Milliseconds since the epoch; 0: unknown. */
  readonly startedMs: number;
}

const PROGRAM = "mullion-holder";

/**
 * The holder of a pane's first process, which is that process's parent; undefined if the process is gone or the system
 * does not report its parent.
 */
export function holderOf(child: number): HolderIdentity | undefined {
  const parent = Number(statFields(child)?.[1] ?? 0);
  return parent > 1 && holderSocket(parent) !== undefined ? { pid: parent, startedMs: 0 } : undefined;
}

/** Whether the holder's process has ended, so that its id may belong to another process. */
export function isHolderGone({ pid }: HolderIdentity, socketPath: string): boolean {
  if (processHasEnded(pid)) return true;
  const program = commandLineOf(pid)?.split("\0", 1)[0];
  if (program === undefined) return false; // The system does not report the program.
  if (!program.includes(PROGRAM)) return true;
  // The title may be truncated, and is set shortly after the holder's start.
  const socket = holderSocket(pid);
  return socket !== undefined && !socketPath.startsWith(socket);
}

/**
 * Asks a holder for its socket file, which was removed before the daemon had connected. A holder has its title once it
 * handles the signal; without titles (no /proc) it is not asked.
 */
export function askForSocket({ pid }: HolderIdentity, socketPath: string): void {
  const socket = holderSocket(pid);
  if (socket !== undefined && socketPath.startsWith(socket)) signal(pid, "SIGUSR1");
}
