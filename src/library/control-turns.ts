type Kind = "opening" | "telling";

/**
 * Keeps apart what must not meet in a tmux server: tmux 3.3a crashes, with all of its sessions, when it has something to
 * tell to all control clients while one of them has begun to connect. Those of one kind go on side by side; whoever comes
 * with the other kind waits for all that came before. What others do to the server is not in our hands.
 */
export class ControlTurns {
  #kind: Kind | undefined;
  /** All of the other kind that came before. */
  #before: Promise<unknown> = Promise.resolve();
  #all: Promise<unknown> = this.#before;
  /** tmux has seen that those who left are gone. Absent: nobody has asked yet. */
  #noticed: Promise<void> | undefined = Promise.resolve();
  readonly #notice: () => Promise<void>;

  /** `notice` is settled when tmux has seen what happened before: it has by when it answers a call. */
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

  /** A control client leaves. */
  leaving(task: () => Promise<void>): Promise<void> {
    return this.telling(async () => {
      await task();
      this.#noticed = undefined;
    });
  }

  /** Anything else that all control clients are told: a session comes or goes. */
  telling<T>(task: () => Promise<T>): Promise<T> {
    return this.#run("telling", task);
  }

  #run<T>(kind: Kind, task: () => Promise<T>): Promise<T> {
    if (kind !== this.#kind) this.#before = this.#all;
    this.#kind = kind;
    const result = this.#before.then(task);
    this.#all = Promise.allSettled([this.#all, result]).then(() => {}); // Without the results: they would pile up.
    return result;
  }
}
