/** One stream of a command's output, in memory until the command ends. */
export class CollectedOutput {
  readonly #maxBytes: number;
  readonly #keepsNewest: boolean;
  readonly #parts: Buffer[] = [];
  #bytes = 0;
  #isCut = false;

  /** `keepsNewest`: more than `maxBytes` push the oldest lines out. Otherwise `push` does not accept more. */
  constructor(maxBytes: number, keepsNewest: boolean) {
    this.#maxBytes = maxBytes;
    this.#keepsNewest = keepsNewest;
  }

  /** False: it is too much, and not collected. */
  push(data: string | Uint8Array): boolean {
    const bytes = Buffer.from(data as string);
    const isTooMuch = this.#bytes + bytes.length > this.#maxBytes;
    if (isTooMuch && !this.#keepsNewest) return false;
    this.#isCut ||= isTooMuch;
    this.#parts.push(bytes);
    this.#bytes += bytes.length;
    this.#dropOldest();
    return true;
  }

  /** Older lines were left out. */
  get isCut(): boolean {
    return this.#isCut;
  }

  /** Complete lines: where the oldest ones were left out, the text begins after a line's end. */
  get text(): string {
    const all = Buffer.concat(this.#parts);
    if (!this.#isCut) return all.toString();
    const newest = all.subarray(-this.#maxBytes);
    return newest.subarray(newest.indexOf("\n") + 1).toString();
  }

  /** Only complete parts, because most of a part may still be needed. */
  #dropOldest(): void {
    for (;;) {
      const [oldest] = this.#parts;
      if (!oldest || this.#bytes - oldest.length < this.#maxBytes) return;
      this.#parts.shift();
      this.#bytes -= oldest.length;
    }
  }
}
