import { WireFault } from "./frames.ts";

export interface Size {
  readonly cols: number;
  readonly rows: number;
}

/**
 * Reads a payload's fields in order. Reading past the end throws a fault of the sender and never returns other data.
 */
export class PayloadReader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  u8(): number {
    return this.#bytes[this.#take(1)]!;
  }

  u16(): number {
    return this.#bytes.readUInt16LE(this.#take(2));
  }

  u32(): number {
    return this.#bytes.readUInt32LE(this.#take(4));
  }

  u64(): bigint {
    return this.#bytes.readBigUInt64LE(this.#take(8));
  }

  /** A u64 that counts bytes or milliseconds: below 2^53 for any pane. */
  count(): number {
    const at = this.#take(8);
    return this.#bytes.readUInt32LE(at) + this.#bytes.readUInt32LE(at + 4) * 0x1_0000_0000;
  }

  str(): string {
    const length = this.u32();
    const at = this.#take(length);
    return this.#bytes.toString("utf8", at, at + length);
  }

  list(): string[] {
    const count = this.u32();
    // Each element takes at least four bytes, which bounds the count before any allocation.
    if (count > (this.#bytes.length - this.#at) / 4) throw new WireFault("a list is longer than its frame");
    const items: string[] = [];
    for (let i = 0; i < count; i++) items.push(this.str());
    return items;
  }

  /** Whether all bytes have been read. */
  get atEnd(): boolean {
    return this.#at === this.#bytes.length;
  }

  rest(): Buffer {
    return this.#bytes.subarray(this.#at);
  }

  #take(length: number): number {
    const at = this.#at;
    if (at + length > this.#bytes.length) throw new WireFault("a frame is shorter than its fields");
    this.#at = at + length;
    return at;
  }
}

const FIRST_ROOM = 256;

/** Collects a payload's fields in order, in one buffer that grows by doubling. */
export class PayloadWriter {
  #bytes = Buffer.allocUnsafe(FIRST_ROOM);
  #end = 0;

  u8(value: number): this {
    this.#bytes[this.#take(1)] = value;
    return this;
  }

  u16(value: number): this {
    const at = this.#take(2);
    this.#bytes.writeUInt16LE(value, at);
    return this;
  }

  u32(value: number): this {
    const at = this.#take(4);
    this.#bytes.writeUInt32LE(value, at);
    return this;
  }

  u64(value: bigint): this {
    const at = this.#take(8);
    this.#bytes.writeBigUInt64LE(value, at);
    return this;
  }

  count(value: number): this {
    return this.u64(BigInt(value));
  }

  str(text: string): this {
    // A UTF-16 unit takes at most three bytes; unused room is returned.
    const at = this.#take(4 + 3 * text.length);
    const length = this.#bytes.write(text, at + 4);
    this.#bytes.writeUInt32LE(length, at);
    this.#end = at + 4 + length;
    return this;
  }

  list(items: readonly string[]): this {
    this.u32(items.length);
    for (const item of items) this.str(item);
    return this;
  }

  bytes(part: Uint8Array): this {
    const at = this.#take(part.length);
    this.#bytes.set(part, at);
    return this;
  }

  done(): Buffer {
    return this.#bytes.subarray(0, this.#end);
  }

  /** Reserves `length` bytes and returns their position. */
  #take(length: number): number {
    const at = this.#end;
    this.#end = at + length;
    if (this.#end > this.#bytes.length) {
      const larger = Buffer.allocUnsafe(Math.max(this.#end, 2 * this.#bytes.length));
      larger.set(this.#bytes.subarray(0, at));
      this.#bytes = larger;
    }
    return at;
  }
}
