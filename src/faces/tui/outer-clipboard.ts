import { decodeBase64, encodeBase64 } from "../../core/text/base64.ts";
import type { Asides } from "./asides.ts";

/** The clipboard of whoever sits at the terminal (OSC 52), where the terminal lets us have it. */
export class OuterClipboard {
  readonly #asides: Asides;
  readonly #allowed: () => boolean;
  #asked: ((data: Uint8Array) => void) | undefined;

  constructor(asides: Asides, allowed: () => boolean) {
    this.#asides = asides;
    this.#allowed = allowed;
  }

  set(selection: string, data: Uint8Array): void {
    if (this.#allowed()) this.#asides.say("clipboard", `\x1b]52;${selection};${encodeBase64(data)}\x07`);
  }

  /** Told once the terminal answers, if it does. */
  read(told: (data: Uint8Array) => void): void {
    if (!this.#allowed()) return;
    this.#asked = told;
    this.#asides.say("clipboard-question", "\x1b]52;;?\x07");
  }

  /** The terminal said what it holds: heard only where that was asked for, and once. */
  heard(text: string): void {
    const told = this.#asked;
    this.#asked = undefined;
    const data = decodeBase64(text);
    if (data && data.length > 0) told?.(data);
  }
}
