import { codePointOf, utf8Length } from "../text/utf8.ts";
import { widthOf } from "./width.ts";

/**
 * The content of a cell. Usually a code point; PADDING for the second column of a wide character; and for a character
 * with combining marks (or joined emoji) an index into this table, offset by FIRST_SEQUENCE.
 */
export const SPACE = 0x20;
export const PADDING = 0x110000;
export const FIRST_SEQUENCE = 0x200000;

/** tmux keeps at most this many bytes of UTF-8 in one cell, and drops further marks. */
export const MAX_CELL_BYTES = 21;

const FIRST_COLLECTION = 256;
const ascii = Array.from({ length: 0x80 }, (_, code) => String.fromCharCode(code));

export class SequenceTable {
  private readonly texts: string[] = [];
  private readonly indices = new Map<string, number>();
  private free: number[] = [];
  private collectAt = FIRST_COLLECTION;

  get size(): number {
    return this.indices.size;
  }

  /** Number of indices ever assigned, including those collected. */
  get capacity(): number {
    return this.texts.length;
  }

  get full(): boolean {
    return this.size >= this.collectAt;
  }

  /** The cell code for a text of one or more code points. */
  intern(text: string): number {
    const first = codePointOf(text);
    if (text.length === (first > 0xffff ? 2 : 1)) return first;
    let index = this.indices.get(text);
    if (index === undefined) {
      index = this.free.pop() ?? this.texts.length;
      this.texts[index] = text;
      this.indices.set(text, index);
    }
    return FIRST_SEQUENCE + index;
  }

  /** Keeps the marked indices, and makes the others available again. */
  collect(live: Uint8Array): void {
    for (const [text, index] of this.indices) {
      if (live[index]) continue;
      this.indices.delete(text);
      this.texts[index] = "";
      this.free.push(index);
    }
    this.collectAt = Math.max(FIRST_COLLECTION, this.size * 2);
  }

  text(code: number): string {
    if (code < 0x80) return ascii[code]!;
    if (code < FIRST_SEQUENCE) return code === PADDING ? "" : String.fromCodePoint(code);
    return this.texts[code - FIRST_SEQUENCE]!;
  }

  /** Width in columns: a mark never changes the width of its character. */
  width(code: number): number {
    if (code < 0x7f) return 1;
    if (code === PADDING) return 0;
    return widthOf(code < FIRST_SEQUENCE ? code : codePointOf(this.texts[code - FIRST_SEQUENCE]!));
  }

  /** The cell's code with one more code point added, or the same code if there is no room for it. */
  append(code: number, added: number): number {
    const text = this.text(code) + String.fromCodePoint(added);
    return utf8Length(text) > MAX_CELL_BYTES ? code : this.intern(text);
  }
}
