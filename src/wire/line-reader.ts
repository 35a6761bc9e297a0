/** A line that arrives in many small pieces is joined after this many, because each piece costs more than its bytes. */
const MAX_PARTS = 256;

const NEWLINE = 0x0a;
const RETURN = 0x0d;

export interface LineListener {
  /** Maximum length of a line, without its end. */
  readonly maxBytes: number;
  line(bytes: Buffer): void;
  /** Called once for each line that is too long; its bytes are discarded. */
  tooLong(): void;
}

/** Splits a stream of bytes into lines, and buffers at most one line. */
export class LineReader {
  readonly #listener: LineListener;
  #parts: Buffer[] = [];
  #bytes = 0;
  #skipping = false;

  constructor(listener: LineListener) {
    this.#listener = listener;
  }

  push(chunk: Buffer): void {
    let from = 0;
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, from)) {
      this.#add(chunk.subarray(from, at));
      this.#end();
      from = at + 1;
    }
    if (from < chunk.length) this.#add(chunk.subarray(from));
  }

  /** The stream has ended: an unterminated rest counts as a line. */
  finish(): void {
    if (this.#bytes > 0) this.#end();
  }

  #add(bytes: Buffer): void {
    if (this.#skipping) return;
    this.#bytes += bytes.length;
    this.#parts.push(bytes);
    if (this.#parts.length > MAX_PARTS) this.#parts = [Buffer.concat(this.#parts)];
    if (this.#bytes <= this.#listener.maxBytes) return;
    this.#skipping = true;
    this.#parts = [];
    this.#listener.tooLong();
  }

  #end(): void {
    const [first = Buffer.alloc(0)] = this.#parts;
    const line = this.#parts.length > 1 ? Buffer.concat(this.#parts) : first;
    const skipped = this.#skipping;
    this.#parts = [];
    this.#bytes = 0;
    this.#skipping = false;
    if (!skipped && !isBlank(line)) this.#listener.line(line);
  }
}

function isBlank(line: Buffer): boolean {
  return line.every((byte) => byte === 0x20 || byte === 0x09 || byte === RETURN);
}
