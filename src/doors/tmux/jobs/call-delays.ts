import type { Clock } from "../../../core/ports.ts";
import type { DoorRecords } from "../server/door-records.ts";
import { restMs } from "./rest-ms.ts";

/** Delays of calls that never ended, because their client was killed together with the daemon. */
const KEPT = 512;

/**
 * The delays of calls that wait for them (`run-shell -d`). Each is on record until its call ends: if the daemon dies, the
 * client repeats the call, and the same delay of it takes only the rest of its time.
 */
export class CallDelays {
  readonly #records: DoorRecords;
  readonly #clock: Clock;
  /** When each delay began, by its name, oldest first. */
  readonly #begunMs = new Map<string, number>();

  constructor(records: DoorRecords, clock: Clock) {
    this.#records = records;
    this.#clock = clock;
    for (const [name, { begunMs }] of records.under("delay")) this.#begunMs.set(name, begunMs);
  }

  /** `name`: the same when the call is repeated; undefined if it never is. */
  wait(name: string | undefined, delayMs: number): Promise<void> {
    const begunMs = name === undefined ? this.#clock.now() : this.#begin(name);
    return new Promise((resolve) => {
      this.#clock.after(restMs({ begunMs, delayMs }, this.#clock.now()), resolve);
    });
  }

  /** Removes the delays of a call that will not be repeated. */
  end(names: readonly string[]): void {
    for (const name of names) if (this.#begunMs.delete(name)) this.#records.write("delay", name, undefined);
  }

  #begin(name: string): number {
    const known = this.#begunMs.get(name);
    if (known !== undefined) return known;
    const begunMs = this.#clock.now();
    this.#begunMs.set(name, begunMs);
    this.#records.write("delay", name, { begunMs });
    this.end([...this.#begunMs.keys()].slice(0, -KEPT));
    return begunMs;
  }
}
