/** Lines out of a stream of bytes. What has no newline yet waits for it. */
export class LineReader {
  #rest: Buffer = Buffer.alloc(0);

  *take(bytes: Uint8Array): Iterable<string> {
    this.#rest = this.#rest.length === 0 ? Buffer.from(bytes) : Buffer.concat([this.#rest, bytes]);
    for (let end = this.#rest.indexOf(10); end >= 0; end = this.#rest.indexOf(10)) {
      const line = this.#rest.toString("utf8", 0, end);
      this.#rest = this.#rest.subarray(end + 1);
      yield line;
    }
  }

  get waitingBytes(): number {
    return this.#rest.length;
  }
}
