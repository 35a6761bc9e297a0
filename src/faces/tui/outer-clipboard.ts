import type { FaceClipboard } from "../../core/face/face.ts";
import { decodeBase64, encodeBase64 } from "../../core/text/base64.ts";
import type { Asides } from "./asides.ts";
import { fillCapability } from "./terminal/capability-text.ts";
import type { KnownTerminal } from "./terminal/known-terminal.ts";

/** The clipboard of the user's terminal (OSC 52), as far as the terminal allows access to it. */
export class OuterClipboard implements FaceClipboard {
  readonly #asides: Asides;
  readonly #terminal: KnownTerminal;
  #onData: ((data: Uint8Array) => void) | undefined;

  constructor(asides: Asides, terminal: KnownTerminal) {
    this.#asides = asides;
    this.#terminal = terminal;
  }

  set(selection: string, data: Uint8Array): void {
    if (!this.#terminal.features.clipboard) return;
    const given = this.#terminal.features.given.get("Ms");
    const text = encodeBase64(data);
    const usual = `\x1b]52;${selection};${text}\x07`;
    this.#asides.say("clipboard", (given && fillCapability(given, selection, text)) || usual);
  }

  read(onData: (data: Uint8Array) => void): void {
    if (!this.#terminal.features.clipboard) return;
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
