import { WireFault } from "./frames.ts";

/** Reads a payload's fields in order. Running over the end is a fault of the sender, never a read of something else. */
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

  /** A u64 that counts bytes or milliseconds: far below 2^53 in any life of a pane. */
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
    // Each element takes four bytes at least, which bounds the count before anything is allocated for it.
    if (count > (this.#bytes.length - this.#at) / 4) throw new WireFault("a list is longer than its frame");
    const items: string[] = [];
    for (let i = 0; i < count; i++) items.push(this.str());
    return items;
  }

  /** Whether there is nothing after the fields that were read. */
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

/** Collects a payload's fields in order. */
export class PayloadWriter {
  readonly #parts: Uint8Array[] = [];

  u8(value: number): this {
    return this.bytes(Buffer.from([value]));
  }

  u16(value: number): this {
    const part = Buffer.allocUnsafe(2);
    part.writeUInt16LE(value);
    return this.bytes(part);
  }

  u32(value: number): this {
    const part = Buffer.allocUnsafe(4);
    part.writeUInt32LE(value);
    return this.bytes(part);
  }

  u64(value: bigint): this {
    const part = Buffer.allocUnsafe(8);
    part.writeBigUInt64LE(value);
    return this.bytes(part);
  }

  count(value: number): this {
    return this.u64(BigInt(value));
  }

  str(text: string): this {
    const part = Buffer.from(text, "utf8");
    return this.u32(part.length).bytes(part);
  }

  list(items: readonly string[]): this {
    this.u32(items.length);
    for (const item of items) this.str(item);
    return this;
  }

  bytes(part: Uint8Array): this {
    this.#parts.push(part);
    return this;
  }

  done(): Buffer {
    return Buffer.concat(this.#parts);
  }
}
