/**
 * How far a page has received the output of one pane. A new connection continues at exactly this byte; where that is
 * impossible, it begins with a snapshot, so that no old screen passes for a new one.
 */
export class LivePosition {
  #place: { offset: number; readonly pid: number } | undefined;
  #size: { readonly cols: number; readonly rows: number } | undefined;

  /** Whether the page has a screen that a connection can continue. */
  get isKnown(): boolean {
    return this.#place !== undefined;
  }

  get offset(): number {
    return this.#place?.offset ?? 0;
  }

  /** The query of the next connection. */
  query(history: number): string {
    const query = new URLSearchParams({ history: String(history) });
    for (const [name, value] of Object.entries(this.#place ? { ...this.#place, ...this.#size } : {}))
      query.set(name, String(value));
    return query.toString();
  }

  /** The screen was replaced: output continues at its offset. */
  restart(offset: number, pid: number): void {
    this.#place = { offset, pid };
  }

  /** The screen has this size: a connection to a pane of another size begins with a snapshot. */
  resize({ cols, rows }: { readonly cols: number; readonly rows: number }): void {
    this.#size = { cols, rows };
  }

  /** The position no longer describes what the page shows: the next connection asks for a snapshot. */
  forget(): void {
    this.#place = undefined;
  }

  /** The bytes that are new, of a frame that begins at `offset`; undefined if bytes before it are missing. */
  accept(offset: number, bytes: Uint8Array): Uint8Array | undefined {
    if (!this.#place || offset > this.#place.offset) return undefined;
    const known = Math.min(bytes.length, this.#place.offset - offset);
    this.#place.offset = Math.max(this.#place.offset, offset + bytes.length);
    return bytes.subarray(known);
  }
}

/** A binary frame: the offset of its first byte (64 bits, big endian), then the bytes. */
export function readOutputFrame(frame: ArrayBuffer): { readonly offset: number; readonly bytes: Uint8Array } {
  return { offset: Number(new DataView(frame).getBigUint64(0)), bytes: new Uint8Array(frame, 8) };
}
