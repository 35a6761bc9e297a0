/**
 * Whose turn it is. Commands of a call run one after the other; what they made happen is told when no call has a command
 * running any more, so that nobody is told of a sequence half done. A command that waits for something outside (a shell
 * command, a channel) does not count as running. Commands and notifications are numbered together, as they come.
 */
export class Turn {
  /** A hook's commands run: tmux neither tells nor hooks what they do. */
  inHook = false;
  readonly #quiet: () => void;
  #number = 0;
  #running = 0;
  #poked = false;

  constructor(quiet: () => void) {
    this.#quiet = quiet;
  }

  nextNumber(): number {
    return ++this.#number;
  }

  get running(): boolean {
    return this.#running > 0;
  }

  enter(): void {
    this.#running++;
  }

  leave(): void {
    if (--this.#running === 0) this.#quiet();
  }

  /** Something is to be told or done when it is quiet: soon, if it is now. */
  poke(): void {
    if (this.#poked) return;
    this.#poked = true;
    queueMicrotask(() => {
      this.#poked = false;
      if (!this.running) this.#quiet();
    });
  }
}
