type Kind = "opening" | "telling";

interface Turn {
  readonly kind: Kind;
  begin(): void;
}

/**
 * Separates operations that must not overlap in a tmux server: tmux 3.3a crashes, with all of its sessions, when it
 * notifies all control clients while one of them is connecting. Operations of one kind run concurrently; an operation
 * of the other kind waits for all earlier ones. Operations of other programs on the server are beyond our control.
 */
export class ControlTurns {
  /** The kind of the operations that run. */
  #kind: Kind | undefined;
  #running = 0;
  readonly #waiting: Turn[] = [];
  /** Resolves when tmux has noticed that closed clients are gone. Absent: not requested yet. */
  #noticed: Promise<void> | undefined = Promise.resolve();
  readonly #notice: () => Promise<void>;

  /** `notice` resolves when tmux has processed earlier events: it has by the time it answers a call. */
  constructor(notice: () => Promise<void>) {
    this.#notice = notice;
  }

  /** A control client connects. An operation whose signal is aborted before its turn never begins. */
  opening<T>(task: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const connect = async () => {
      this.#noticed ??= this.#notice();
      await this.#noticed;
      signal?.throwIfAborted();
      return await task();
    };
    return this.#run("opening", connect, signal);
  }

  /** A control client disconnects. */
  leaving(task: () => Promise<void>): Promise<void> {
    return this.telling(async () => {
      await task();
      this.#noticed = undefined;
    });
  }

  /** Any other operation that notifies all control clients: a session is created or ends. */
  telling<T>(task: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    return this.#run("telling", task, signal);
  }

  async #run<T>(kind: Kind, task: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
    await this.#turn(kind, signal);
    try {
      return await task();
    } finally {
      this.#running--;
      this.#beginNext();
    }
  }

  #turn(kind: Kind, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason as Error);
      const abort = () => {
        this.#waiting.splice(this.#waiting.indexOf(turn), 1);
        reject(signal!.reason as Error);
        this.#beginNext();
      };
      const begin = () => {
        signal?.removeEventListener("abort", abort);
        resolve();
      };
      const turn = { kind, begin };
      signal?.addEventListener("abort", abort, { once: true });
      this.#waiting.push(turn);
      this.#beginNext();
    });
  }

  /** Begins the first turns that wait, as far as they may run beside those that run. */
  #beginNext(): void {
    for (let next = this.#waiting[0]; next; next = this.#waiting[0]) {
      if (this.#running > 0 && next.kind !== this.#kind) return;
      this.#waiting.shift();
      this.#kind = next.kind;
      this.#running++;
      next.begin();
    }
  }
}
