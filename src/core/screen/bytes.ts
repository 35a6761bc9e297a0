import { codePointOf, decodeSequence, sequenceLength, utf8Length, writeUtf8 } from "../text/utf8.ts";

const LEAST_GROWN = 64;
const none = new Uint8Array(0);

/** A growing byte buffer. Numbers are written as varints: seven bits a byte, lowest first. */
export class ByteWriter {
  bytes: Uint8Array;
  length = 0;

  constructor(capacity = 0) {
    this.bytes = new Uint8Array(capacity);
  }

  /** Makes room for `count` more bytes. */
  ensure(count: number): void {
    const need = this.length + count;
    if (need > this.bytes.length) this.grow(need);
  }

  u8(value: number): void {
    this.ensure(1);
    this.bytes[this.length++] = value;
  }

  varint(value: number): void {
    this.ensure(8);
    let rest = value;
    while (rest >= 0x80) {
      this.bytes[this.length++] = (rest % 0x80) | 0x80;
      rest = Math.floor(rest / 0x80);
    }
    this.bytes[this.length++] = rest;
  }

  u32(value: number): void {
    this.ensure(4);
    for (let shift = 0; shift < 32; shift += 8) this.bytes[this.length++] = (value >>> shift) & 0xff;
  }

  flag(value: boolean): void {
    this.u8(value ? 1 : 0);
  }

  block(block: Uint8Array): void {
    this.ensure(block.length);
    this.bytes.set(block, this.length);
    this.length += block.length;
  }

  /** Writes a text, preceded by its length. */
  text(text: string): void {
    const count = utf8Length(text);
    this.varint(count);
    this.ensure(count);
    for (const character of text) this.length = writeUtf8(this.bytes, this.length, codePointOf(character));
  }

  written(): Uint8Array {
    return this.bytes.slice(0, this.length);
  }

  /** The bytes themselves, valid until more are written. */
  view(): Uint8Array {
    return this.bytes.subarray(0, this.length);
  }

  /** Forgets the bytes and releases their memory. */
  release(): void {
    this.bytes = none;
    this.length = 0;
  }

  private grow(need: number): void {
    const bytes = new Uint8Array(Math.max(need, LEAST_GROWN, this.bytes.length * 2));
    bytes.set(this.view());
    this.bytes = bytes;
  }
}

/** Reads the output of a ByteWriter. Every step is checked: invalid bytes throw, and never hang. */
export class ByteReader {
  bytes: Uint8Array;
  at: number;
  end: number;

  constructor(bytes: Uint8Array, at = 0, end = bytes.length) {
    this.bytes = bytes;
    this.at = at;
    this.end = end;
  }

  u8(): number {
    if (this.at >= this.end) throw corrupt();
    return this.bytes[this.at++]!;
  }

  varint(limit: number): number {
    let value = 0;
    let scale = 1;
    for (;;) {
      const byte = this.u8();
      value += (byte & 0x7f) * scale;
      if (value > limit) throw corrupt();
      if (byte < 0x80) return value;
      scale *= 0x80;
      if (scale > 0x1000000000000) throw corrupt();
    }
  }

  u32(): number {
    let value = 0;
    for (let shift = 0; shift < 32; shift += 8) value |= this.u8() << shift;
    return value >>> 0;
  }

  flag(): boolean {
    return this.varint(1) === 1;
  }

  block(length: number): Uint8Array {
    if (length > this.end - this.at) throw corrupt();
    this.at += length;
    return this.bytes.subarray(this.at - length, this.at);
  }

  /** Reads one code point of UTF-8. */
  codePoint(): number {
    const lead = this.u8();
    if (lead < 0x80) return lead;
    const length = sequenceLength(lead);
    if (length === 0 || this.at - 1 + length > this.end) throw corrupt();
    const code = decodeSequence(this.bytes, this.at - 1, length);
    if (code < 0) throw corrupt();
    this.at += length - 1;
    return code;
  }

  text(limit: number): string {
    const length = this.varint(limit);
    if (length > this.end - this.at) throw corrupt();
    const end = this.at + length;
    let text = "";
    while (this.at < end) text += String.fromCodePoint(this.codePoint());
    if (this.at !== end) throw corrupt();
    return text;
  }
}

export function corrupt(): Error {
  return new Error("corrupt screen data");
}
