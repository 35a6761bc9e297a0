import { StringDecoder } from "node:string_decoder";

/** The ids of panes stand in the first characters of a line; a host that never ends a line must not fill the memory. */
const MAX_HELD_CHARS = 1024 * 1024;

/** Passes on what a host prints, with each line as `name` returns it. The text arrives in pieces that may end anywhere. */
export class NamedLines {
  readonly #name: (line: string) => string;
  readonly #decoder = new StringDecoder("utf8");
  #held = "";
  /** The beginning of the present line was too long to hold, and was passed on. */
  #isBegun = false;

  constructor(name: (line: string) => string) {
    this.#name = name;
  }

  push(bytes: Buffer): Buffer {
    const lines = (this.#held + this.#decoder.write(bytes)).split("\n");
    this.#held = lines.pop() ?? "";
    let text = lines.map((line) => `${this.#take(line, false)}\n`).join("");
    if (this.#held.length > MAX_HELD_CHARS || (this.#isBegun && this.#held !== "")) {
      text += this.#take(this.#held, true);
      this.#held = "";
    }
    return Buffer.from(text);
  }

  /** What is left at the end. */
  end(): Buffer {
    const left = this.#held + this.#decoder.end();
    this.#held = "";
    return Buffer.from(left === "" ? "" : this.#take(left, false));
  }

  #take(part: string, goesOn: boolean): string {
    const text = this.#isBegun ? part : this.#name(part);
    this.#isBegun = goesOn;
    return text;
  }
}
