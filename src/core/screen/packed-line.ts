import { codePointOf, writeUtf8 } from "../text/utf8.ts";
import { type ByteReader, type ByteWriter, corrupt } from "./bytes.ts";
import type { Row } from "./row.ts";
import { FIRST_SEQUENCE, MAX_CELL_BYTES, PADDING, type SequenceTable, SPACE } from "./sequences.ts";
import { BASIC, colour, colourKind, DEFAULT_COLOUR, RGB, type StyleTable } from "./style.ts";
import { NO_WIDTH, widthOf } from "./width.ts";

/**
 * A line as bytes, standing for itself: no index into any table, so it can be dropped, copied and stored freely.
 *
 *   flags, used, size | one character per used cell | styles of all cells as (length, style) runs
 *
 * An ASCII cell is one byte. As no cell holds a control character, two of them are free to mean the second column of
 * a wide character and a character with marks. A line of default style has no runs.
 */
/** Flag: the line continues in the next one. It can be cleared in place. */
export const WRAPPED = 1;
/** Flag: every cell is one column wide, so that the line's width is the number of its cells. */
export const ASCII = 2;
const PLAIN = 4;

const PADDING_BYTE = 1;
const SEQUENCE_BYTE = 2;

const HAS_ATTRIBUTES = 1 << 6;
const HAS_LINK = 1 << 7;

export const MAX_COLS = 65535;
export const MAX_LINK_BYTES = 2048;

/** Bytes that hold the header and the text of a plain line of `used` cells. */
export const plainLineBytes = (used: number): number => used + 16;

export interface LineTables {
  readonly styles: StyleTable;
  readonly sequences: SequenceTable;
}

export function packLine(out: ByteWriter, row: Row, tables: LineTables): void {
  out.u8((row.wrapped ? WRAPPED : 0) | (row.ascii ? ASCII : 0) | (row.plain ? PLAIN : 0));
  out.varint(row.used);
  out.varint(row.size);
  if (row.ascii) packAscii(out, row);
  else packText(out, row, tables.sequences);
  if (!row.plain) packStyles(out, row, tables.styles);
}

function packAscii(out: ByteWriter, row: Row): void {
  const { used, codes } = row;
  out.ensure(used);
  const { bytes, length } = out;
  for (let x = 0; x < used; x++) bytes[length + x] = codes[x]!;
  out.length = length + used;
}

function packText(out: ByteWriter, row: Row, sequences: SequenceTable): void {
  const { used, codes } = row;
  // Four bytes per cell suffice for everything except sequences, which reserve more themselves.
  out.ensure(used * 4);
  for (let x = 0; x < used; x++) {
    const code = codes[x]!;
    if (code < 0x80) {
      out.bytes[out.length++] = code;
    } else if (code === PADDING) {
      out.bytes[out.length++] = PADDING_BYTE;
    } else if (code < FIRST_SEQUENCE) {
      out.length = writeUtf8(out.bytes, out.length, code);
    } else {
      out.u8(SEQUENCE_BYTE);
      out.text(sequences.text(code));
      out.ensure((used - x) * 4);
    }
  }
}

function packStyles(out: ByteWriter, row: Row, table: StyleTable): void {
  const { size, styles } = row;
  for (let x = 0; x < size; ) {
    const style = styles[x]!;
    let end = x + 1;
    while (end < size && styles[end] === style) end++;
    out.varint(end - x);
    packStyle(out, style, table);
    x = end;
  }
}

export function packStyle(out: ByteWriter, id: number, table: StyleTable): void {
  const attributes = table.attributes[id]!;
  const foreground = table.foregrounds[id]!;
  const background = table.backgrounds[id]!;
  const underline = table.underlineColours[id]!;
  const link = table.links[id]!;
  out.ensure(16);
  out.bytes[out.length++] =
    colourKind(foreground) |
    (colourKind(background) << 2) |
    (colourKind(underline) << 4) |
    (attributes === 0 ? 0 : HAS_ATTRIBUTES) |
    (link === "" ? 0 : HAS_LINK);
  packColour(out, foreground);
  packColour(out, background);
  packColour(out, underline);
  if (attributes !== 0) {
    out.bytes[out.length++] = attributes & 0xff;
    out.bytes[out.length++] = attributes >> 8;
  }
  if (link !== "") out.text(link);
}

function packColour(out: ByteWriter, packed: number): void {
  if (packed === DEFAULT_COLOUR) return;
  if (colourKind(packed) === RGB) {
    out.bytes[out.length++] = (packed >> 16) & 0xff;
    out.bytes[out.length++] = (packed >> 8) & 0xff;
  }
  out.bytes[out.length++] = packed & 0xff;
}

/** Reads one line into a row, replacing the row's content. */
export function unpackLine(input: ByteReader, row: Row, tables: LineTables): void {
  unpackCharacters(input, row, tables);
  row.codes.fill(SPACE, row.used, row.size);
  if (row.plain) row.styles.fill(0, 0, row.size);
  else unpackStyles(input, row, tables.styles);
}

/** Reads only the text of a line: the row's styles are undefined afterwards. */
export function unpackCharacters(input: ByteReader, row: Row, { sequences }: LineTables): void {
  const flags = input.u8();
  if (flags > (WRAPPED | ASCII | PLAIN)) throw corrupt();
  const used = input.varint(MAX_COLS);
  const size = input.varint(MAX_COLS);
  if (used > size) throw corrupt();
  row.reserve(size);
  row.used = used;
  row.size = size;
  row.wrapped = (flags & WRAPPED) !== 0;
  row.ascii = (flags & ASCII) !== 0;
  row.plain = (flags & PLAIN) !== 0;
  unpackText(input, row, sequences);
}

function unpackText(input: ByteReader, row: Row, sequences: SequenceTable): void {
  for (let x = 0; x < row.used; x++) {
    const byte = input.u8();
    if (byte >= SPACE && byte < 0x7f) {
      row.codes[x] = byte;
      continue;
    }
    if (row.ascii) throw corrupt();
    if (byte === PADDING_BYTE) {
      row.codes[x] = PADDING;
    } else if (byte === SEQUENCE_BYTE) {
      const text = input.text(MAX_CELL_BYTES);
      if (text === "") throw corrupt();
      for (const character of text) checkPrintable(codePointOf(character));
      row.codes[x] = sequences.intern(text);
    } else {
      input.at--;
      const code = input.codePoint();
      checkPrintable(code);
      row.codes[x] = code;
    }
  }
}

function checkPrintable(code: number): void {
  if (code < SPACE || widthOf(code) === NO_WIDTH) throw corrupt();
}

function unpackStyles(input: ByteReader, row: Row, table: StyleTable): void {
  for (let x = 0; x < row.size; ) {
    const length = input.varint(row.size - x);
    if (length === 0) throw corrupt();
    row.styles.fill(unpackStyle(input, table), x, x + length);
    x += length;
  }
}

export function unpackStyle(input: ByteReader, table: StyleTable): number {
  const kinds = input.u8();
  const foreground = unpackColour(input, kinds & 3);
  const background = unpackColour(input, (kinds >> 2) & 3);
  const underline = unpackColour(input, (kinds >> 4) & 3);
  const attributes = kinds & HAS_ATTRIBUTES ? input.u8() | (input.u8() << 8) : 0;
  if (attributes >= 1 << 14) throw corrupt();
  const link = kinds & HAS_LINK ? input.text(MAX_LINK_BYTES) : "";
  if (/[\x00-\x1f]/.test(link)) throw corrupt();
  return table.intern(attributes, foreground, background, underline, link);
}

function unpackColour(input: ByteReader, kind: number): number {
  if (kind === 0) return DEFAULT_COLOUR;
  if (kind === RGB) return colour(RGB, (input.u8() << 16) | (input.u8() << 8) | input.u8());
  const value = input.u8();
  if (kind === BASIC && value > 15) throw corrupt();
  return colour(kind, value);
}
