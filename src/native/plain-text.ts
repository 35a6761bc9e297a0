/** A sequence whose end does not come within so many characters is none. */
const MAX_SEQUENCE = 4096;

const SEQUENCE = /\x1b(?:\[[0-?]*[ -/]*[@-~]|[\]P^_Xk][^\x07\x1b]*(?:\x07|\x1b\\)|[ -/]+[0-~]|[0-Z\\`-~])/g;
/** The beginning of a sequence, or of a line's end, right at the end of what there is. */
const UNFINISHED = /(?:\x1b(?:\[[0-?]*[ -/]*|[\]P^_Xk][^\x07\x1b]*\x1b?|[ -/]*)?|\r)$/;
const CONTROLS = /[\x00-\x08\x0b-\x1f\x7f-\x9f]/g;

/**
 * A terminal's output as running text: escape sequences and control characters are taken out, lines end with "\n". Bytes
 * may come in any cut. It is no screen: text that was written over stays.
 */
export class PlainText {
  readonly #decoder = new TextDecoder();
  #rest = "";

  /** The text that these bytes add. */
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
