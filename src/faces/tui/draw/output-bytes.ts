import { codePointOf } from "../../../core/text/utf8.ts";

const FIRST_CAPACITY = 16 * 1024;

/**
 * A byte buffer for terminal output that allocates no string per piece. The caller owns the bytes that `take`
 * returns.
 */
export class OutputBytes {
  #bytes = new Uint8Array(FIRST_CAPACITY);
  #length = 0;

  /** One ASCII byte. */
  byte(value: number): void {
    if (this.#length === this.#bytes.length) this.#grow(1);
    this.#bytes[this.#length++] = value;
  }

  /** ASCII text, such as a control sequence. */
  ascii(text: string): void {
    if (this.#length + text.length > this.#bytes.length) this.#grow(text.length);
    for (let i = 0; i < text.length; i++) this.#bytes[this.#length++] = text.charCodeAt(i);
  }

  /** A number below 100,000 in decimal. */
  number(value: number): void {
    if (value >= 10000) this.byte(0x30 + (Math.floor(value / 10000) % 10));
    if (value >= 1000) this.byte(0x30 + (Math.floor(value / 1000) % 10));
    if (value >= 100) this.byte(0x30 + (Math.floor(value / 100) % 10));
    if (value >= 10) this.byte(0x30 + (Math.floor(value / 10) % 10));
    this.byte(0x30 + (value % 10));
  }

  /** A code point as UTF-8. */
  codePoint(code: number): void {
    if (code < 0x80) {
      this.byte(code);
      return;
    }
    if (code < 0x800) this.byte(0xc0 | (code >> 6));
    else {
      if (code < 0x10000) this.byte(0xe0 | (code >> 12));
      else {
        this.byte(0xf0 | (code >> 18));
        this.byte(0x80 | ((code >> 12) & 0x3f));
      }
      this.byte(0x80 | ((code >> 6) & 0x3f));
    }
    this.byte(0x80 | (code & 0x3f));
  }

  text(text: string): void {
    for (const character of text) this.codePoint(codePointOf(character));
  }

  /** The bytes written since the last call. */
  take(): Uint8Array {
    const taken = this.#bytes.slice(0, this.#length);
    this.#length = 0;
    return taken;
  }

  #grow(more: number): void {
    const bytes = new Uint8Array(Math.max(this.#bytes.length * 2, this.#length + more));
    bytes.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = bytes;
  }
}
