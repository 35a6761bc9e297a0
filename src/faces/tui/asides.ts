import type { FaceAlerts } from "../../core/face/face.ts";
import { legible } from "../../core/text/legible.ts";

type Kind = "bell" | "clipboard" | "clipboard-question" | "notice";

export interface AsidesTerminal {
  /** Whether the terminal can accept more output now. */
  readonly ready: boolean;
  write(text: string): void;
}

/**
 * Output for a terminal beside its picture: bells, clipboard and notices. While the terminal accepts no output, only
 * the newest text of each kind is kept and is written later: a program may ring and copy as fast as it prints.
 */
export class Asides implements FaceAlerts {
  readonly #terminal: AsidesTerminal;
  readonly #kept = new Map<Kind, string>();

  constructor(terminal: AsidesTerminal) {
    this.#terminal = terminal;
  }

  bell(): void {
    this.say("bell", "\x07");
  }

  notify(text: string): void {
    this.say("notice", `\x1b]9;${legible(text)}\x07`);
  }

  say(kind: Kind, text: string): void {
    if (this.#terminal.ready) this.#terminal.write(text);
    else this.#kept.set(kind, text);
  }

  /** Writes the kept texts once the terminal accepts output again. */
  resume(): void {
    const kept = [...this.#kept.values()];
    this.#kept.clear();
    for (const text of kept) this.#terminal.write(text);
  }
}
