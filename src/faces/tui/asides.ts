type Kind = "bell" | "clipboard" | "clipboard-question" | "notice";

export interface AsidesSetup {
  /** Whether the terminal takes what it is sent. */
  ready(): boolean;
  write(text: string): void;
}

/**
 * What is said to a terminal beside its picture. One that takes nothing for a while hears the newest of each kind
 * afterwards: a program may ring and copy as fast as it prints.
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

  /** The terminal has taken what it was sent. */
  resume(): void {
    const kept = [...this.#kept.values()];
    this.#kept.clear();
    for (const text of kept) this.#setup.write(text);
  }
}
