import { commandLineOf, processTable } from "./process-table.ts";

/** The title of holders in process tables, before the paths of their sockets. */
const TITLE = "mullion-holder: ";

export interface HolderProcess {
  readonly pid: number;
  readonly socketPath: string;
}

/**
 * The holders whose sockets belong in a directory, whether or not the files exist. Empty if the system shows no titles.
 */
export async function holderProcesses(directory: string): Promise<HolderProcess[]> {
  const table = await processTable();
  return table.flatMap(({ pid }) => {
    const socketPath = holderSocket(pid);
    return socketPath?.startsWith(`${directory}/`) ? [{ pid, socketPath }] : [];
  });
}

/** The socket of a holder; undefined for any other process. */
export function holderSocket(pid: number): string | undefined {
  const title = commandLineOf(pid)?.split("\0", 1)[0];
  return title?.startsWith(TITLE) ? title.slice(TITLE.length) : undefined;
}
