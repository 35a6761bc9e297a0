/** Splits a stream of bytes into lines, and buffers an incomplete one. */
export class ControlLineReader {
  #parts: Uint8Array[] = [];
  #waitingBytes = 0;

  *take(bytes: Uint8Array): Iterable<string> {
    let rest = Buffer.from(bytes);
    for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10)) {
      const line = Buffer.concat([...this.#parts, rest.subarray(0, end)]).toString();
      this.#parts = [];
      this.#waitingBytes = 0;
      rest = rest.subarray(end + 1);
      yield line;
    }
    if (rest.length === 0) return;
    this.#parts.push(rest);
    this.#waitingBytes += rest.length;
  }

  get waitingBytes(): number {
    return this.#waitingBytes;
  }
}
