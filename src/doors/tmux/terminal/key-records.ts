import { AsyncResource } from "node:async_hooks";
import type { HostedServer } from "../context.ts";

/** Puts the effects of a terminal's keys on record, each together with its stdin offset. */
export class KeyRecords {
  readonly #hosted: HostedServer;
  /** Number of keys that are put on record after the commands that they queued. */
  #afterCommands = 0;

  constructor(hosted: HostedServer) {
    this.#hosted = hosted;
  }

  /** Call when a key is handled: returns what to call when its commands have run, whichever command the queue runs. */
  afterCommands(): () => void {
    this.#afterCommands += 1;
    return AsyncResource.bind(() => this.#hosted.commit({ ofKey: true }));
  }

  settle<Result>(run: () => Result): Result {
    const before = this.#afterCommands;
    const result = run();
    if (this.#afterCommands === before) this.#hosted.commit({ ofKey: true });
    return result;
  }
}
