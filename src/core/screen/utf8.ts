/**
 * UTF-8 as the terminal reads and packs it, without an object per character. Validity follows the C library: no
 * overlong forms, no surrogates, nothing above U+10FFFF.
 */
import { NO_WIDTH, widthOf } from "./width.ts";

export function utf8Length(text: string): number {
  let bytes = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    // A surrogate pair is two units and four bytes.
    bytes += unit < 0x80 ? 1 : unit < 0x800 ? 2 : unit >= 0xd800 && unit <= 0xdfff ? 2 : 3;
  }
  return bytes;
}

/** Writes one code point, and returns the next free position. */
export function writeUtf8(bytes: Uint8Array, start: number, code: number): number {
  let at = start;
  if (code < 0x80) {
    bytes[at++] = code;
    return at;
  }
  if (code < 0x800) {
    bytes[at++] = 0xc0 | (code >> 6);
  } else {
    if (code < 0x10000) {
      bytes[at++] = 0xe0 | (code >> 12);
    } else {
      bytes[at++] = 0xf0 | (code >> 18);
      bytes[at++] = 0x80 | ((code >> 12) & 0x3f);
    }
    bytes[at++] = 0x80 | ((code >> 6) & 0x3f);
  }
  bytes[at++] = 0x80 | (code & 0x3f);
  return at;
}

/** Length of the sequence that a lead byte starts; 0 for any other byte. */
export function sequenceLength(lead: number): number {
  if (lead < 0xc2 || lead > 0xf4) return 0;
  return lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
}

/** The code point of `length` bytes with a valid lead byte, or -1 if the rest is invalid. */
export function decodeSequence(bytes: Uint8Array, start: number, length: number): number {
  const lead = bytes[start]!;
  const second = bytes[start + 1]!;
  if ((second & 0xc0) !== 0x80) return -1;
  if (length === 2) return ((lead & 0x1f) << 6) | (second & 0x3f);
  const third = bytes[start + 2]!;
  if ((third & 0xc0) !== 0x80) return -1;
  if (length === 3) {
    const code = ((lead & 0x0f) << 12) | ((second & 0x3f) << 6) | (third & 0x3f);
    return code < 0x800 || (code >= 0xd800 && code <= 0xdfff) ? -1 : code;
  }
  const fourth = bytes[start + 3]!;
  if ((fourth & 0xc0) !== 0x80) return -1;
  const code = ((lead & 0x07) << 18) | ((second & 0x3f) << 12) | ((third & 0x3f) << 6) | (fourth & 0x3f);
  return code < 0x10000 || code > 0x10ffff ? -1 : code;
}

/**
 * Decodes text that is entirely printable UTF-8, else returns undefined: tmux ignores a title with anything else in
 * it, including control characters and code points of unknown width.
 */
export function decodePrintable(bytes: Uint8Array): string | undefined {
  let text = "";
  for (let i = 0; i < bytes.length; ) {
    const run = asciiEnd(bytes, i);
    if (run > i) {
      text += Reflect.apply(String.fromCharCode, null, bytes.subarray(i, run));
      i = run;
      continue;
    }
    const length = sequenceLength(bytes[i]!);
    if (length === 0 || i + length > bytes.length) return undefined;
    const code = decodeSequence(bytes, i, length);
    if (code < 0 || widthOf(code) === NO_WIDTH) return undefined;
    text += String.fromCodePoint(code);
    i += length;
  }
  return text;
}

/** End of the printable ASCII from `start` on, limited to what one string conversion can take. */
function asciiEnd(bytes: Uint8Array, start: number): number {
  const limit = Math.min(bytes.length, start + 4096);
  let i = start;
  while (i < limit && bytes[i]! >= 0x20 && bytes[i]! <= 0x7e) i++;
  return i;
}
