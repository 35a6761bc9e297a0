import type { PaneProcess } from "../core/ports.ts";
import { Borrower, type HolderLine } from "./borrower.ts";
import { type AttachedTerminal, TerminalLending } from "./terminal-lending.ts";
import { UnreadKeysByClient } from "./unread-keys.ts";

export type { Borrower } from "./borrower.ts";
export { decodeLoanMessage, type LoanMessage } from "./lending-wire.ts";
export type { OutputPlace } from "./output-place.ts";
export type { KeySource, TerminalLending } from "./terminal-lending.ts";

/**
 * The port of this room; the daemon has one. A pane's process registers as a borrower, and an attached terminal asks
 * for a `TerminalLending`. Neither sees the other.
 */
export class Lending {
  readonly #isOn: boolean;
  readonly #borrowers = new WeakMap<PaneProcess, Borrower>();
  readonly #unread = new UnreadKeysByClient();

  constructor({ isOn }: { readonly isOn: boolean }) {
    this.#isOn = isOn;
  }

  borrower(process: PaneProcess, line: HolderLine): Borrower {
    const borrower = new Borrower(line, this.#unread);
    this.#borrowers.set(process, borrower);
    return borrower;
  }

  terminal(terminal: AttachedTerminal): TerminalLending {
    return new TerminalLending({
      terminal,
      unread: this.#unread,
      borrowerOf: ({ process }) => (process && this.#isOn ? this.#borrowers.get(process) : undefined),
    });
  }
}
