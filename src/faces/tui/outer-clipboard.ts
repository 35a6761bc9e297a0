import { decodeBase64, encodeBase64 } from "../../core/text/base64.ts";
import type { Asides } from "./asides.ts";
import { fillCapability } from "./terminal/capability-text.ts";
import type { TerminalFeatures } from "./terminal/terminal-features.ts";

/** The clipboard of whoever sits at the terminal (OSC 52), where the terminal lets us have it. */
export class OuterClipboard {
  readonly #asides: Asides;
  readonly #features: () => TerminalFeatures;
  #asked: ((data: Uint8Array) => void) | undefined;

  constructor(asides: Asides, features: () => TerminalFeatures) {
    this.#asides = asides;
    this.#features = features;
  }

  set(selection: string, data: Uint8Array): void {
    if (!this.#features().clipboard) return;
    const given = this.#features().given.get("Ms");
    const text = encodeBase64(data);
    const usual = `\x1b]52;${selection};${text}\x07`;
    this.#asides.say("clipboard", (given && fillCapability(given, selection, text)) || usual);
  }

  /** Told once the terminal answers, if it does. */
  read(told: (data: Uint8Array) => void): void {
    if (!this.#features().clipboard) return;
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
