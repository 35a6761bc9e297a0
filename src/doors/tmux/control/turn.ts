import type { Clock } from "../../../core/ports.ts";

/** With calls arriving continuously there may be no quiet moment, so deferred work waits at most this long. */
const MAX_WAIT_MS = 100;

/**
 * Orders commands and their consequences. The commands of a call run one after another; what follows from them
 * (notifications, hooks of events) runs when no call has a running command, so that no observer sees a sequence half
 * done. A command that waits for something outside (a shell command, a channel) does not count as running. Commands and
 * notifications are numbered together, in their order.
 */
export class Turn {
  /** Commands of a hook are running: tmux neither notifies of their changes nor runs hooks for them. */
  inHook = false;
  readonly #clock: Clock;
  readonly #afterwards: () => void;
  #number = 0;
  #running = 0;
  #poked = false;
  #later: (() => void)[] = [];
  /** When the first deferred function was added. */
  #sinceMs = 0;
  /** Whether a call has ended since then: only a continuous stream of calls prevents a quiet moment. */
  #oneHasEnded = false;

  /** `afterwards` runs whenever all deferred work is done. */
  constructor(clock: Clock, afterwards: () => void) {
    this.#clock = clock;
    this.#afterwards = afterwards;
  }

  nextNumber(): number {
    return ++this.#number;
  }

  enter(): void {
    this.#running++;
  }

  leave(): void {
    this.#oneHasEnded = true;
    if (--this.#running === 0) this.#quiet();
  }

  /** Defers `run` until no command is running; deferred functions run in their order. */
  later(run: () => void): void {
    if (this.#later.length === 0) {
      this.#sinceMs = this.#clock.now();
      this.#oneHasEnded = false;
    }
    this.#later.push(run);
    this.poke();
  }

  /** Schedules the deferred work; it runs soon if no command is running. */
  poke(): void {
    if (this.#poked) return;
    this.#poked = true;
    queueMicrotask(() => {
      this.#poked = false;
      if (this.#running === 0 || this.#overdue) this.#quiet();
    });
  }

  get #overdue(): boolean {
    return this.#later.length > 0 && this.#oneHasEnded && this.#clock.now() - this.#sinceMs > MAX_WAIT_MS;
  }

  #quiet(): void {
    while (this.#later.length > 0) for (const run of this.#later.splice(0)) run();
    this.#afterwards();
  }
}
