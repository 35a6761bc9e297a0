import type { Clock } from "../../../core/ports.ts";
import type { TypeOf } from "../../../core/records/shape.ts";
import type { DoorRecords, doorShapes } from "../server/door-records.ts";
import { restMs } from "./rest-ms.ts";

/** Work that no caller waits for, as the next daemon needs it. */
export type DelayedJob = TypeOf<typeof doorShapes.delayedJob>;

export interface DelayedJobsPorts {
  readonly records: DoorRecords;
  readonly clock: Clock;
  /** The server has ended, and its records with it. */
  hasEnded(): boolean;
  commit(): void;
}

type Work = () => void | Promise<void>;

/** `run-shell -b -d`: each job is on record until it starts, so that the next daemon starts it if this one dies. */
export class DelayedJobs {
  readonly #ports: DelayedJobsPorts;
  /** Names of the jobs that have not started. */
  readonly #pending = new Set<string>();
  /** Names of the jobs that the previous daemon left. */
  readonly #resumed = new Set<string>();

  constructor(ports: DelayedJobsPorts) {
    this.#ports = ports;
  }

  /** Starts the jobs that the previous daemon left, each after the rest of its delay. */
  resume(start: (job: DelayedJob) => Promise<void>): void {
    for (const [name, job] of this.#ports.records.under("delayedJob")) {
      this.#resumed.add(name);
      void this.#startWhenDue(name, job, () => start(job));
    }
  }

  /**
   * Resolves when the work has ended. `name`: the same when the caller repeats its call, which then adds no second job;
   * undefined if it never does.
   */
  add(name: string | undefined, job: DelayedJob, work: Work): Promise<void> {
    if (name !== undefined && this.#resumed.has(name)) return Promise.resolve();
    const key = name ?? this.#freeName();
    this.#ports.records.write("delayedJob", key, job);
    return this.#startWhenDue(key, job, work);
  }

  async #startWhenDue(name: string, job: DelayedJob, work: Work): Promise<void> {
    const { clock, commit, hasEnded, records } = this.#ports;
    this.#pending.add(name);
    await new Promise<void>((resolve) => void clock.after(restMs(job, clock.now()), resolve));
    this.#pending.delete(name);
    if (hasEnded()) return;
    records.write("delayedJob", name, undefined);
    const done = work();
    commit();
    await done;
  }

  #freeName(): string {
    let number = 0;
    while (this.#pending.has(`own/${number}`)) number++;
    return `own/${number}`;
  }
}
