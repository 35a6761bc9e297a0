import type { Clock } from "../../../core/ports.ts";

/** Under a stream of calls there may be no quiet moment: longer than this nobody waits for one. */
const MAX_WAIT_MS = 100;

/**
 * Whose turn it is. Commands of a call run one after the other; what follows from them (notifications, hooks of events)
 * comes when no call has a command running any more, so that nobody sees a sequence half done. A command that waits for
 * something outside (a shell command, a channel) does not count as running. Commands and notifications are numbered
 * together, as they come.
 */
export class Turn {
  /** A hook's commands run: tmux neither tells nor hooks what they do. */
  inHook = false;
  readonly #clock: Clock;
  readonly #afterwards: () => void;
  #number = 0;
  #running = 0;
  #poked = false;
  #later: (() => void)[] = [];
  /** When the first of them was put there. */
  #sinceMs = 0;
  /** Whether a call has ended since then: only in a stream of calls there is never a quiet moment. */
  #oneHasEnded = false;

  /** `afterwards` runs whenever everything else is done. */
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

  /** Runs when it is quiet, in the order in which it was put here. */
  later(run: () => void): void {
    if (this.#later.length === 0) {
      this.#sinceMs = this.#clock.now();
      this.#oneHasEnded = false;
    }
    this.#later.push(run);
    this.poke();
  }

  /** Something is to be done when it is quiet: soon, if it is now. */
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
