type Kind = "bell" | "clipboard" | "clipboard-question" | "notice";

export interface AsidesSetup {
  /** Whether the terminal can accept more output now. */
  ready(): boolean;
  write(text: string): void;
}

/**
 * Output for a terminal beside its picture: bells, clipboard and notices. While the terminal accepts no output, only
 * the newest text of each kind is kept and is written later: a program may ring and copy as fast as it prints.
 */
export class Asides {
  readonly #setup: AsidesSetup;
  readonly #kept = new Map<Kind, string>();

  constructor(setup: AsidesSetup) {
    this.#setup = setup;
  }

  say(kind: Kind, text: string): void {
    if (this.#setup.ready()) this.#setup.write(text);
    else this.#kept.set(kind, text);
  }

  /** Writes the kept texts once the terminal accepts output again. */
  resume(): void {
    const kept = [...this.#kept.values()];
    this.#kept.clear();
    for (const text of kept) this.#setup.write(text);
  }
}
