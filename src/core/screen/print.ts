import { decodeSequence, sequenceLength } from "../text/utf8.ts";
import { mode } from "./modes.ts";
import { grownSize, type Row } from "./row.ts";
import { PADDING, SPACE } from "./sequences.ts";
import type { Terminal } from "./terminal.ts";
import { NO_WIDTH, widthOf } from "./width.ts";

/**
 * Puts characters on the screen. Text that only grows to the right is appended in one pass; a run of ASCII over other
 * text is written at once in the ordinary modes; everything else goes through `putCell`, one character at a time. The
 * last two clean up halves of wide characters in slightly different ways, as tmux's captures show.
 */
const ZERO_WIDTH_JOINER = 0x200d;
const DELETE = 0x7f;

/** Prints bytes from 0x20 to 0x7e. */
export function printAscii(terminal: Terminal, bytes: Uint8Array, start: number, end: number): void {
  const drawing = terminal.charset.drawing;
  if (drawing || (terminal.modes & (mode.wrap | mode.insert)) !== mode.wrap) {
    const style = drawing ? terminal.drawingStyle() : terminal.penStyle();
    for (let i = start; i < end; i++) putCharacter(terminal, bytes[i]!, 1, style);
    return;
  }
  const style = terminal.penStyle();
  const { grid } = terminal;
  const cols = grid.cols;
  for (let i = start; i < end; ) {
    if (terminal.x >= cols) {
      terminal.lineFeed(true, 0);
      terminal.x = 0;
    }
    const { x } = terminal;
    const count = Math.min(end - i, cols - x);
    const row = grid.rows[terminal.y]!;
    if (!row.ascii && x !== 0) clearLeftHalf(terminal, row);
    if (x + count > row.size) row.expandForRun(x, x + count, cols);
    row.used = Math.max(row.used, x + count);
    const { codes, styles } = row;
    for (let k = 0; k < count; k++) {
      codes[x + k] = bytes[i + k]!;
      styles[x + k] = style;
    }
    if (style !== 0) row.plain = false;
    if (!row.ascii) clearPaddings(row, x + count, cols);
    row.revision = ++grid.revision;
    terminal.x = x + count;
    i += count;
  }
}

/** Prints one code point of known width. */
export function printCodePoint(terminal: Terminal, code: number, width: number): void {
  if (code === ZERO_WIDTH_JOINER) terminal.joining = true;
  else putCharacter(terminal, code, width, terminal.penStyle());
}

/**
 * Fast path for text that grows to the right, ASCII or not, without overwriting or wrapping. Consumes as much text of
 * that kind as possible, and returns the position after it.
 */
export function appendText(terminal: Terminal, bytes: Uint8Array, start: number, end: number): number {
  const { grid, x: column } = terminal;
  const { cols } = grid;
  const row = grid.rows[terminal.y]!;
  const ordinary = (terminal.modes & (mode.wrap | mode.insert)) === mode.wrap;
  if (!ordinary || column < row.used || column >= cols || terminal.joining || terminal.charset.drawing)
    return start;
  const style = terminal.penStyle();
  row.reserve(cols);
  const { codes, styles } = row;
  let x = column;
  let size = row.size;
  let i = start;
  while (i < end) {
    const byte = bytes[i]!;
    if (byte < 0x80) {
      if (byte < SPACE || byte === DELETE || x === cols) break;
      if (x >= size) size = grownSize(x + 1, cols);
      codes[x] = byte;
      styles[x++] = style;
      i++;
      continue;
    }
    const length = sequenceLength(byte);
    const code = length > 0 && i + length <= end ? decodeSequence(bytes, i, length) : -1;
    const width = code < 0 ? NO_WIDTH : widthOf(code);
    if (width === 0 || width === NO_WIDTH || x + width > cols) break;
    if (x + width > size) size = grownSize(x + width, cols);
    row.ascii = false;
    codes[x] = code;
    styles[x++] = style;
    if (width === 2) {
      codes[x] = PADDING;
      styles[x++] = 0;
    }
    i += length;
  }
  if (i > start) finishAppending(terminal, row, { end: x, size, style });
  return i;
}

/** Makes the text appended up to `end` part of the line, which has grown to `size`. */
function finishAppending(
  terminal: Terminal,
  row: Row,
  { end, size, style }: { end: number; size: number; style: number },
): void {
  const { grid, x } = terminal;
  if (size > row.size) row.expandAround(x, end, size);
  row.used = end;
  if (style !== 0) row.plain = false;
  row.revision = ++grid.revision;
  terminal.x = end;
}

/** REP: prints the same byte again. */
export function printRepeated(terminal: Terminal, byte: number, count: number): void {
  printAscii(terminal, new Uint8Array(count).fill(byte), 0, count);
}

/** Blanks the wide character into whose second half a run will be written; one in the first column survives. */
function clearLeftHalf({ x: start, cols, sequences }: Terminal, row: Row): void {
  let x = start;
  while (x > 0 && row.isPadding(x)) row.set(x--, SPACE, 0, cols);
  if (x > 0 && x !== start && sequences.width(row.code(x)) > 1) row.set(x, SPACE, 0, cols);
}

function clearPaddings(row: Row, start: number, cols: number): void {
  for (let x = start; x < cols && row.isPadding(x); x++) row.set(x, SPACE, 0, cols);
}

/** A mark, or the character after a joiner, is added to the previous character. */
function putCharacter(terminal: Terminal, code: number, width: number, style: number): void {
  if (width !== 0 && !terminal.joining) {
    putCell(terminal, code, width, style);
    return;
  }
  if (terminal.joining) combine(terminal, ZERO_WIDTH_JOINER);
  terminal.joining = false;
  combine(terminal, code);
}

function putCell(terminal: Terminal, code: number, width: number, style: number): void {
  const { grid } = terminal;
  const cols = grid.cols;
  const wraps = terminal.has(mode.wrap);
  // Unsigned on purpose: a wide character is written even on a screen of one column.
  const lastFit = (cols - width) >>> 0;
  if (!wraps && width > 1 && (width > cols || (terminal.x !== cols && terminal.x > lastFit))) return;
  const inserts = terminal.has(mode.insert);
  if (inserts) grid.insertCells(terminal.x, terminal.y, width, 0);
  if (wraps && terminal.x > lastFit) {
    terminal.lineFeed(true, 0);
    terminal.x = 0;
  }
  if (terminal.x > lastFit) return;
  const row = grid.rows[terminal.y]!;
  const { x } = terminal;
  const overwrote = !row.ascii && overwriteWide(terminal, row, x, width);
  for (let i = x + 1; i < x + width; i++) row.set(i, PADDING, 0, cols);
  // A default blank beyond the existing cells changes nothing, not even the used length of the line.
  const nothing = code === SPACE && x >= row.size && !inserts && !overwrote && looksDefault(terminal, style);
  if (!nothing) row.set(x, code, style, cols);
  row.revision = ++grid.revision;
  const last = wraps ? 0 : 1;
  const next = x <= (cols - last - width) >>> 0 ? x + width : cols - last;
  terminal.x = next > cols ? cols - 1 : next;
}

/** An underline colour alone does not count. */
function looksDefault({ styles }: Terminal, style: number): boolean {
  return (styles.attributes[style]! | styles.foregrounds[style]! | styles.backgrounds[style]!) === 0;
}

/** Blanks the rest of the wide characters that a character of `width` at `x` destroys. */
function overwriteWide(terminal: Terminal, row: Row, x: number, width: number): boolean {
  const cols = terminal.cols;
  const padding = row.isPadding(x);
  if (padding) {
    let left = x;
    while (left > 0 && row.isPadding(left)) row.set(left--, SPACE, 0, cols);
    row.set(left, SPACE, 0, cols);
  }
  const wide = padding || width !== 1 || terminal.sequences.width(row.code(x)) !== 1;
  if (!wide) return padding;
  const tail = x + width;
  const cleared = tail < cols && row.isPadding(tail);
  clearPaddings(row, tail, cols);
  return padding || cleared;
}

/** Adds a mark to the character left of the cursor. */
function combine(terminal: Terminal, code: number): void {
  const { grid, sequences } = terminal;
  const row = grid.rows[terminal.y]!;
  let x = terminal.x - 1;
  while (x >= 0 && row.isPadding(x)) x--;
  if (x < 0) return;
  terminal.tidyTables();
  const before = row.code(x);
  const after = sequences.append(before, code);
  if (after === before) return;
  row.set(x, after, row.style(x), grid.cols);
  row.revision = ++grid.revision;
}
