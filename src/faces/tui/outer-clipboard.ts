import { decodeBase64, encodeBase64 } from "../../core/text/base64.ts";
import type { Asides } from "./asides.ts";
import { fillCapability } from "./terminal/capability-text.ts";
import type { TerminalFeatures } from "./terminal/terminal-features.ts";

/** The clipboard of the user's terminal (OSC 52), as far as the terminal allows access to it. */
export class OuterClipboard {
  readonly #asides: Asides;
  readonly #features: () => TerminalFeatures;
  #onData: ((data: Uint8Array) => void) | undefined;

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

  /** Calls back with the content if the terminal answers. */
  read(onData: (data: Uint8Array) => void): void {
    if (!this.#features().clipboard) return;
    this.#onData = onData;
    this.#asides.say("clipboard-question", "\x1b]52;;?\x07");
  }

  /** Handles a clipboard report of the terminal. Each request accepts one report; unrequested reports are ignored. */
  takeReport(text: string): void {
    const onData = this.#onData;
    this.#onData = undefined;
    const data = decodeBase64(text);
    if (data && data.length > 0) onData?.(data);
  }
}
