import { ByteReader, ByteWriter, corrupt } from "./bytes.ts";
import type { History } from "./history.ts";
import { ALL_MODES } from "./modes.ts";
import { MAX_COLS, MAX_LINK_BYTES, packLine, packStyle, unpackLine, unpackStyle } from "./packed-line.ts";
import { MAX_PARAMETER_BYTES } from "./parameters.ts";
import { MAX_INTERMEDIATES, MAX_PAYLOAD_BYTES, Parser } from "./parser.ts";
import { STATES, state } from "./parser-table.ts";
import type { Charset, Pen } from "./pen.ts";
import { Row } from "./row.ts";
import type { ScreenListener } from "./screen.ts";
import { Terminal } from "./terminal.ts";
import { MAX_TITLE_LENGTH } from "./title-stack.ts";

/**
 * The whole terminal as bytes and back: both screens, history, cursor, pen, modes, tabs, titles, and the parser in the
 * middle of whatever it was reading. The same state always gives the same bytes, however it came about; that is what
 * the tests compare.
 *
 *   "MSCR", version, check sum of the rest | fields in a fixed order
 *
 * The check sum finds damage. It is no proof of good faith, so every field is checked as well.
 */
const MAGIC = 0x5243534d;
/** Version 1 lacks the bytes of an unfinished sequence. */
const VERSION = 2;
const FIRST_VERSION = 1;
const HEADER_BYTES = 9;
const MAX_TITLE_BYTES = MAX_TITLE_LENGTH * 4;
const MAX_LINES = 0xffffffff;
const MAX_ROWS = MAX_COLS;

export function encodeState(terminal: Terminal, parser: Parser): Uint8Array {
  const out = new ByteWriter(4096 + terminal.grid.history.bytes);
  out.u32(MAGIC);
  out.u8(VERSION);
  out.u32(0);
  encodeTerminal(out, terminal);
  encodeParser(out, parser);
  encodeHistory(out, terminal.grid.history);
  const bytes = out.written();
  new DataView(bytes.buffer).setUint32(HEADER_BYTES - 4, checkSum(bytes), true);
  return bytes;
}

export function decodeState(
  bytes: Uint8Array,
  listener: ScreenListener,
): { terminal: Terminal; parser: Parser } {
  const input = new ByteReader(bytes);
  if (input.u32() !== MAGIC) throw corrupt();
  const version = input.u8();
  if (version < FIRST_VERSION || version > VERSION)
    throw new Error(`screen data of version ${version}, not ${VERSION}`);
  if (input.u32() !== checkSum(bytes)) throw corrupt();
  const terminal = decodeTerminal(input, listener);
  const parser = new Parser(terminal);
  decodeParser(input, parser);
  if (version > FIRST_VERSION) decodeUnfinished(input, parser);
  decodeHistory(input, terminal.grid.history, terminal);
  if (terminal.grid.scrolled > terminal.grid.history.size || input.at !== input.end) throw corrupt();
  terminal.tidyTables();
  return { terminal, parser };
}

function encodeTerminal(out: ByteWriter, terminal: Terminal): void {
  const { grid, saved } = terminal;
  out.varint(grid.cols);
  out.varint(grid.rows.length);
  out.varint(grid.limit);
  out.flag(grid.keepsHistory);
  out.varint(grid.scrolled);
  for (const row of grid.rows) packLine(out, row, terminal);
  out.flag(saved !== undefined);
  if (saved !== undefined) {
    out.varint(saved.cols);
    out.varint(saved.rows.length);
    out.flag(saved.keepsHistory);
    for (const row of saved.rows) packLine(out, row, terminal);
  }
  for (const value of [terminal.x, terminal.y, terminal.savedX + 1, terminal.savedY + 1]) out.varint(value);
  out.varint(terminal.upper);
  out.varint(terminal.lower);
  out.varint(terminal.modes);
  out.u8(terminal.cursorShape);
  out.flag(terminal.allowAlternate);
  out.flag(terminal.joining);
  out.u8(terminal.lastPrinted + 1);
  out.block(terminal.tabs);
  encodePen(out, terminal, terminal.pen);
  encodePen(out, terminal, terminal.savedPen);
  encodeCharset(out, terminal.charset);
  const { savedCursor } = terminal;
  out.varint(savedCursor.x);
  out.varint(savedCursor.y);
  out.flag(savedCursor.origin);
  encodePen(out, terminal, savedCursor.pen);
  encodeCharset(out, savedCursor.charset);
  out.text(terminal.titles.current);
  out.varint(terminal.titles.pushed.length);
  for (const title of terminal.titles.pushed) out.text(title);
}

function decodeTerminal(input: ByteReader, listener: ScreenListener): Terminal {
  const cols = atLeastOne(input.varint(MAX_COLS));
  const rows = atLeastOne(input.varint(MAX_ROWS));
  const terminal = new Terminal(cols, 0, input.varint(Number.MAX_SAFE_INTEGER), listener);
  const { grid } = terminal;
  grid.keepsHistory = input.flag();
  grid.scrolled = input.varint(MAX_LINES);
  grid.rows = decodeRows(input, rows, terminal);
  for (const row of grid.rows) grid.touch(row);
  if (input.flag()) {
    const savedCols = atLeastOne(input.varint(MAX_COLS));
    const savedRows = atLeastOne(input.varint(MAX_ROWS));
    const keepsHistory = input.flag();
    terminal.saved = { cols: savedCols, rows: decodeRows(input, savedRows, terminal), keepsHistory };
    for (const row of terminal.saved.rows) grid.touch(row);
  }
  terminal.x = input.varint(MAX_COLS);
  terminal.y = input.varint(rows - 1);
  terminal.savedX = input.varint(MAX_COLS + 1) - 1;
  terminal.savedY = input.varint(MAX_ROWS + 1) - 1;
  if (terminal.savedX < 0 !== terminal.savedY < 0) throw corrupt();
  terminal.upper = input.varint(rows - 1);
  terminal.lower = input.varint(rows - 1);
  if (terminal.upper > terminal.lower) throw corrupt();
  terminal.modes = input.varint(ALL_MODES);
  terminal.cursorShape = input.varint(3);
  terminal.allowAlternate = input.flag();
  terminal.joining = input.flag();
  terminal.lastPrinted = input.u8() - 1;
  terminal.tabs.set(input.block(cols));
  decodePen(input, terminal, terminal.pen);
  decodePen(input, terminal, terminal.savedPen);
  decodeCharset(input, terminal.charset);
  const { savedCursor } = terminal;
  savedCursor.x = input.varint(MAX_COLS);
  savedCursor.y = input.varint(MAX_ROWS);
  savedCursor.origin = input.flag();
  decodePen(input, terminal, savedCursor.pen);
  decodeCharset(input, savedCursor.charset);
  terminal.titles.current = input.text(MAX_TITLE_BYTES);
  for (let left = input.varint(32); left > 0; left--)
    terminal.titles.pushed.push(input.text(MAX_TITLE_BYTES));
  return terminal;
}

function decodeRows(input: ByteReader, count: number, terminal: Terminal): Row[] {
  return Array.from({ length: count }, () => {
    const row = new Row();
    unpackLine(input, row, terminal);
    return row;
  });
}

function encodePen(out: ByteWriter, { styles }: Terminal, pen: Pen): void {
  const id = styles.intern(pen.attributes, pen.foreground, pen.background, pen.underlineColour, pen.link);
  packStyle(out, id, styles);
}

function decodePen(input: ByteReader, { styles }: Terminal, pen: Pen): void {
  const id = unpackStyle(input, styles);
  pen.attributes = styles.attributes[id]!;
  pen.foreground = styles.foregrounds[id]!;
  pen.background = styles.backgrounds[id]!;
  pen.underlineColour = styles.underlineColours[id]!;
  pen.link = styles.links[id]!;
}

function encodeCharset(out: ByteWriter, charset: Charset): void {
  out.u8((charset.shifted ? 1 : 0) | (charset.g0Drawing ? 2 : 0) | (charset.g1Drawing ? 4 : 0));
}

function decodeCharset(input: ByteReader, charset: Charset): void {
  const bits = input.varint(7);
  charset.shifted = (bits & 1) !== 0;
  charset.g0Drawing = (bits & 2) !== 0;
  charset.g1Drawing = (bits & 4) !== 0;
}

function encodeParser(out: ByteWriter, parser: Parser): void {
  out.u8(parser.utf8Need);
  if (parser.utf8Need > 0) {
    out.u8(parser.utf8Have);
    out.block(parser.utf8Bytes.subarray(0, parser.utf8Have));
  }
  out.u8(parser.state);
  if (parser.state === state.ground) return;
  out.u8(parser.intermediateCount);
  out.u32(parser.intermediates);
  out.u8(parser.parameterLength);
  out.block(parser.parameterBytes.subarray(0, parser.parameterLength));
  out.flag(parser.endedByBell);
  out.flag(parser.discard);
  for (const kept of [parser.payload, parser.unfinished]) {
    out.varint(kept.length);
    out.block(kept.view());
  }
}

function decodeParser(input: ByteReader, parser: Parser): void {
  parser.utf8Need = input.varint(4);
  if (parser.utf8Need > 0) {
    parser.utf8Have = atLeastOne(input.varint(parser.utf8Need - 1));
    parser.utf8Bytes.set(input.block(parser.utf8Have));
  }
  parser.state = input.varint(STATES - 1);
  if (parser.state === state.ground) return;
  parser.intermediateCount = input.varint(MAX_INTERMEDIATES);
  parser.intermediates = input.u32() & 0xffffff;
  parser.parameterLength = input.varint(MAX_PARAMETER_BYTES);
  parser.parameterBytes.set(input.block(parser.parameterLength));
  if (parser.parameterBytes.subarray(0, parser.parameterLength).some((byte) => byte < 0x30 || byte > 0x3b)) {
    throw corrupt();
  }
  parser.endedByBell = input.flag();
  parser.discard = input.flag();
  parser.payload.block(input.block(input.varint(MAX_PAYLOAD_BYTES)));
}

function decodeUnfinished(input: ByteReader, parser: Parser): void {
  if (parser.state !== state.ground) parser.unfinished.block(input.block(input.varint(MAX_PAYLOAD_BYTES)));
}

/** Writes the lengths of all lines, then their bytes: chunk boundaries are not part of the format. */
function encodeHistory(out: ByteWriter, history: History): void {
  out.varint(history.size);
  for (const { lengths } of history.packedRuns()) for (const length of lengths) out.varint(length);
  for (const { bytes } of history.packedRuns()) out.block(bytes);
}

function decodeHistory(input: ByteReader, history: History, terminal: Terminal): void {
  const size = input.varint(input.end - input.at);
  const lengths = Array.from({ length: size }, () => input.varint(MAX_LINE_BYTES));
  const row = new Row();
  for (const length of lengths) {
    const packed = input.block(length);
    const check = new ByteReader(packed);
    unpackLine(check, row, terminal);
    if (check.at !== check.end) throw corrupt();
    terminal.tidyTables();
    history.pushPacked(packed);
  }
}

const MAX_LINE_BYTES = 16 + MAX_COLS * (32 + MAX_LINK_BYTES);

function atLeastOne(value: number): number {
  if (value < 1) throw corrupt();
  return value;
}

/** Adler-32 over everything after the header. */
function checkSum(bytes: Uint8Array): number {
  let low = 1;
  let high = 0;
  for (let at = HEADER_BYTES; at < bytes.length; ) {
    // Sums of this many bytes stay below 2^32 without taking the remainder.
    const stop = Math.min(at + 3800, bytes.length);
    for (; at < stop; at++) {
      low += bytes[at]!;
      high += low;
    }
    low %= 65521;
    high %= 65521;
  }
  return ((high << 16) | low) >>> 0;
}
