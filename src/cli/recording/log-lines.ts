import { PlainText } from "../../panes/plain-text.ts";

export interface LogLine {
  /** When the end of the line was printed: milliseconds since the epoch. */
  readonly timeMs: number;
  readonly text: string;
}

/** A longer line is split here, so that no program can fill the memory with one. */
const MAX_LINE = 64 * 1024;

/** Splits output into lines of text, each with the time at which it was completed. */
export class LogLines {
  readonly #plain = new PlainText();
  #rest = "";
  #timeMs = 0;

  *push({ timeMs, bytes }: { readonly timeMs: number; readonly bytes: Uint8Array }): Generator<LogLine> {
    this.#timeMs = timeMs;
    const lines = (this.#rest + this.#plain.push(bytes)).split("\n");
    this.#rest = lines.pop()!;
    for (const text of lines) yield { timeMs, text };
    while (this.#rest.length > MAX_LINE) {
      yield { timeMs, text: this.#rest.slice(0, MAX_LINE) };
      this.#rest = this.#rest.slice(MAX_LINE);
    }
  }

  /** Returns the last line if it is incomplete. */
  *end(): Generator<LogLine> {
    if (this.#rest !== "") yield { timeMs: this.#timeMs, text: this.#rest };
    this.#rest = "";
  }
}
