/** A sequence that does not end within this many characters is treated as text. */
const MAX_SEQUENCE = 4096;

const SEQUENCE = /\x1b(?:\[[0-?]*[ -/]*[@-~]|[\]P^_Xk][^\x07\x1b]*(?:\x07|\x1b\\)|[ -/]+[0-~]|[0-Z\\`-~])/g;
/** An incomplete sequence or line end at the end of the input. */
const UNFINISHED = /(?:\x1b(?:\[[0-?]*[ -/]*|[\]P^_Xk][^\x07\x1b]*\x1b?|[ -/]*)?|\r)$/;
const CONTROLS = /[\x00-\x08\x0b-\x1f\x7f-\x9f]/g;

/**
 * Converts a terminal's output to running text: escape sequences and control characters are removed, lines end with
 * "\n". Bytes may arrive in any pieces. It is no screen: overwritten text stays.
 */
export class PlainText {
  readonly #decoder = new TextDecoder();
  #rest = "";

  /** Whether the last bytes are the beginning of a sequence or line end, which further bytes may complete. */
  get isUnfinished(): boolean {
    return this.#rest !== "";
  }

  /** Returns the text that these bytes add. */
  push(bytes: Uint8Array): string {
    const given = this.#rest + this.#decoder.decode(bytes, { stream: true });
    const unfinished = UNFINISHED.exec(given)?.[0] ?? "";
    this.#rest = unfinished.length > MAX_SEQUENCE ? "" : unfinished;
    return given
      .slice(0, given.length - unfinished.length)
      .replace(SEQUENCE, "")
      .replace(/\r\n?/g, "\n")
      .replace(CONTROLS, "");
  }
}
