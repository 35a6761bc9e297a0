/** Longest text that is typed at once: as much as waits for a program that reads slowly. */
const MAX_BYTES = 16 * 1024 * 1024;

/**
 * Collects a text that arrives in several messages, because the size of one message is limited. The program gets the text in one piece
 * or, if the connection ends before the last message, not at all: half of a paste would leave the program inside the paste,
 * and another caller's text between two parts would be pasted with them.
 */
export class LongText {
  #parts: string[] = [];
  #bytes = 0;

  /** Returns false if the text is too long. Then it is dropped. */
  add(part: string): boolean {
    this.#parts.push(part);
    this.#bytes += Buffer.byteLength(part);
    if (this.#bytes <= MAX_BYTES) return true;
    this.take();
    return false;
  }

  /** Returns the text and begins the next one. */
  take(): string {
    const text = this.#parts.join("");
    this.#parts = [];
    this.#bytes = 0;
    return text;
  }
}
