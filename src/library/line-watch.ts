import { stripVTControlCharacters } from "node:util";

const MAX_LINE = 16 * 1024;

/** Finds the first matching line in output that arrives in pieces, so that a line that scrolls by is not missed. */
export class LineWatch {
  readonly #matches: (line: string) => boolean;
  readonly #decoder = new TextDecoder();
  #unfinished = "";

  constructor(matches: (line: string) => boolean) {
    this.#matches = matches;
  }

  push(data: Uint8Array): string | undefined {
    const lines = (this.#unfinished + this.#decoder.decode(data, { stream: true })).split("\n");
    this.#unfinished = lines.pop()!.slice(-MAX_LINE);
    return lines.map(plain).find((line) => line !== "" && this.#matches(line));
  }

  /** The line that has not ended yet. */
  unfinished(): string | undefined {
    const line = plain(this.#unfinished);
    return line !== "" && this.#matches(line) ? line : undefined;
  }
}

function plain(line: string): string {
  return stripVTControlCharacters(line).replaceAll("\r", "");
}
