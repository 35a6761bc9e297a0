import { StringDecoder } from "node:string_decoder";
import { legibleLines } from "../core/text/legible.ts";

/** Colours, and the erasing of a progress line: what our own verbs print on a terminal. */
const HARMLESS = /(\x1b\[[0-9;:]*m|\r\x1b\[K)/;
/** The beginning of such a sequence at the end of a piece of text. */
const UNFINISHED = /(?:\r|\r?\x1b|\r?\x1b\[[0-9;:]{0,32})$/;

/**
 * Makes what a host prints on a person's terminal harmless: only line breaks, tabs and colours have an effect there. The
 * text arrives in pieces that may end anywhere.
 */
export class ForeignText {
  readonly #decoder = new StringDecoder("utf8");
  #held = "";

  push(bytes: Buffer): string {
    const text = this.#held + this.#decoder.write(bytes);
    const at = text.search(UNFINISHED);
    this.#held = at < 0 ? "" : text.slice(at);
    return clean(at < 0 ? text : text.slice(0, at));
  }

  /** What is left at the end. */
  end(): string {
    const left = clean(this.#held + this.#decoder.end());
    this.#held = "";
    return left;
  }
}

function clean(text: string): string {
  const parts = text.split(HARMLESS);
  return parts.map((part, index) => (index % 2 === 1 ? part : legibleLines(part))).join("");
}
