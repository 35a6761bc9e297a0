import { family } from "./family.ts";
import { RunTime } from "./platform.ts";

interface Ran {
  readonly time: RunTime;
  /** As it was read last. */
  readonly at: string;
}

/**
 * Whether a process or one of its descendants has run since the last call. A program cannot begin to wait for its
 * terminal, start a child or end without that, so a silent pane costs one short read for each of its processes. Only
 * main threads count, as for `terminalUse`.
 */
export class Stirring {
  /** Processes of the last call; a new one is the child of one that ran. */
  #ran: readonly Ran[] = [];

  /** Undefined if the system does not report it. */
  since(pid: number): boolean | undefined {
    if (this.#ran.length > 0 && this.#ran.every(({ time, at }) => time.read() === at)) return false;
    this.close();
    this.#ran = family(pid).flatMap(ranOf);
    return this.#ran.length > 0 ? true : undefined;
  }

  /** Closes the files that it keeps open; the next call opens them again. */
  close(): void {
    for (const { time } of this.#ran) time.close();
    this.#ran = [];
  }
}

function ranOf(pid: number): Ran[] {
  const time = new RunTime(pid);
  const at = time.read();
  if (at !== undefined) return [{ time, at }];
  time.close();
  return [];
}
