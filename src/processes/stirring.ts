import { timeRun } from "./platform.ts";
import { family } from "./reads-terminal.ts";

/**
 * Whether a process or one of its descendants has run since the last call. A program cannot begin to wait for its
 * terminal, start a child or end without that, so a silent pane costs one short read for each of its processes. Only
 * main threads count, as for `terminalUse`.
 */
export class Stirring {
  /** Processes of the last call, with the time that each had run; a new one is the child of one that ran. */
  #times: (readonly [pid: number, ranNs: string])[] = [];

  /** Undefined if the system does not report it. */
  since(pid: number): boolean | undefined {
    if (this.#times.length > 0 && this.#times.every(([each, ranNs]) => timeRun(each) === ranNs)) return false;
    this.#times = family(pid).flatMap((each) => {
      const ranNs = timeRun(each);
      return ranNs === undefined ? [] : [[each, ranNs] as const];
    });
    return this.#times.length > 0 ? true : undefined;
  }
}
