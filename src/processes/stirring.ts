import { timeRun } from "./platform.ts";
import { family } from "./reads-terminal.ts";

/**
 * Whether a process or one of its descendants has run since the last call. A program cannot begin to wait for its
 * terminal, start a child or end without that, so a silent pane costs one short read for each of its processes. Only
 * main threads count, as for `terminalUse`.
 */
export class Stirring {
  /** Processes of the last call, with the runs of each; a new one is the child of one that ran. */
  #times: (readonly [pid: number, ran: string])[] = [];

  /** Undefined if the system does not report it. */
  since(pid: number): boolean | undefined {
    if (this.#times.length > 0 && this.#times.every(([each, ran]) => timeRun(each) === ran)) return false;
    this.#times = family(pid).flatMap((each) => {
      const ran = timeRun(each);
      return ran === undefined ? [] : [[each, ran] as const];
    });
    return this.#times.length > 0 ? true : undefined;
  }
}
