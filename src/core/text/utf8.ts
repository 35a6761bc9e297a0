/**
 * UTF-8 without the host's codecs, which the core does not have, and for a terminal's output without an object per
 * character. Validity follows the C library: no overlong forms, no surrogates, nothing above U+10FFFF.
 */

/** The code point of a character that is not empty, or of the one at an index within a text. */
export function codePointOf(text: string, at = 0): number {
  return text.codePointAt(at)!;
}

/** A lone surrogate becomes U+FFFD. */
export function encodeUtf8(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length * 3);
  let used = 0;
  for (let i = 0; i < text.length; i++) {
    let code = text.charCodeAt(i);
    if (code < 0x80) {
      bytes[used++] = code;
      continue;
    }
    if (code >= 0xd800 && code < 0xe000) {
      code = text.codePointAt(i) ?? 0xfffd;
      if (code > 0xffff) i++;
      else code = 0xfffd;
    }
    used = writeUtf8(bytes, used, code);
  }
  return bytes.slice(0, used);
}

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

export interface DecodedCharacter {
  readonly code: number;
  /** Bytes it took: 1 to 4. */
  readonly length: number;
}

/** The character that begins at `at`, or undefined where the bytes there are no valid UTF-8. */
export function decodeCharacter(bytes: Uint8Array, at: number): DecodedCharacter | undefined {
  const first = bytes[at];
  if (first === undefined) return undefined;
  if (first < 0x80) return { code: first, length: 1 };
  const length = sequenceLength(first);
  const code = length === 0 ? -1 : decodeSequence(bytes, at, length);
  return code < 0 ? undefined : { code, length };
}

/** Bytes that are no valid UTF-8 become U+FFFD, one for each. */
export function decodeUtf8(bytes: Uint8Array): string {
  const parts: string[] = [];
  let units: number[] = [];
  for (let at = 0; at < bytes.length; ) {
    const character = decodeCharacter(bytes, at);
    units.push(character?.code ?? 0xfffd);
    at += character?.length ?? 1;
    if (units.length === 4096) {
      parts.push(String.fromCodePoint(...units));
      units = [];
    }
  }
  parts.push(String.fromCodePoint(...units));
  return parts.join("");
}
