import type { PaneProcess } from "../core/ports.ts";
import { HolderLending, type HolderLine } from "./holder-lending.ts";
import { type AttachedTerminal, TerminalLending } from "./terminal-lending.ts";
import { UnreadKeysByClient } from "./unread-keys.ts";

export type { HolderLending } from "./holder-lending.ts";
export { decodeLendingMessage, type LendingMessage } from "./lending-wire.ts";
export type { AttachedTerminal, TerminalLending } from "./terminal-lending.ts";

/**
 * The port of this room; the daemon has one. A pane's process registers its holder, and an attached terminal asks
 * for a `TerminalLending`. Neither sees the other.
 */
export class Lending {
  readonly #holders = new WeakMap<PaneProcess, HolderLending>();
  readonly #unread = new UnreadKeysByClient();

  holder(line: HolderLine): HolderLending {
    const holder = new HolderLending(line, this.#unread);
    this.#holders.set(line, holder);
    return holder;
  }

  terminal(face: AttachedTerminal): TerminalLending {
    return new TerminalLending({
      face,
      unread: this.#unread,
      holderOf: ({ process }) => process && this.#holders.get(process),
    });
  }
}
