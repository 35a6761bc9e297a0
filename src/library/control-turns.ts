type Kind = "opening" | "telling";

/**
 * Separates operations that must not overlap in a tmux server: tmux 3.3a crashes, with all of its sessions, when it
 * notifies all control clients while one of them is connecting. Operations of one kind run concurrently; an operation
 * of the other kind waits for all earlier ones. Operations of other programs on the server are beyond our control.
 */
export class ControlTurns {
  #kind: Kind | undefined;
  /** All earlier operations of the other kind. */
  #before: Promise<unknown> = Promise.resolve();
  #all: Promise<unknown> = this.#before;
  /** Resolves when tmux has noticed that closed clients are gone. Absent: not requested yet. */
  #noticed: Promise<void> | undefined = Promise.resolve();
  readonly #notice: () => Promise<void>;

  /** `notice` resolves when tmux has processed earlier events: it has by the time it answers a call. */
  constructor(notice: () => Promise<void>) {
    this.#notice = notice;
  }

  /** A control client connects. */
  opening<T>(task: () => Promise<T>): Promise<T> {
    return this.#run("opening", async () => {
      this.#noticed ??= this.#notice();
      await this.#noticed;
      return task();
    });
  }

  /** A control client disconnects. */
  leaving(task: () => Promise<void>): Promise<void> {
    return this.telling(async () => {
      await task();
      this.#noticed = undefined;
    });
  }

  /** Any other operation that notifies all control clients: a session is created or ends. */
  telling<T>(task: () => Promise<T>): Promise<T> {
    return this.#run("telling", task);
  }

  #run<T>(kind: Kind, task: () => Promise<T>): Promise<T> {
    if (kind !== this.#kind) this.#before = this.#all;
    this.#kind = kind;
    const result = this.#before.then(task);
    this.#all = Promise.allSettled([this.#all, result]).then(() => {}); // Drops the results, which would accumulate.
    return result;
  }
}
