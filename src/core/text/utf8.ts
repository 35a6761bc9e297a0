/** UTF-8 without the host's codecs, which the core does not have. */

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
    used = putMultibyte(bytes, used, code);
  }
  return bytes.slice(0, used);
}

function putMultibyte(bytes: Uint8Array, at: number, code: number): number {
  let next = at;
  if (code < 0x800) bytes[next++] = 0xc0 | (code >> 6);
  else {
    if (code < 0x10000) bytes[next++] = 0xe0 | (code >> 12);
    else {
      bytes[next++] = 0xf0 | (code >> 18);
      bytes[next++] = 0x80 | ((code >> 12) & 0x3f);
    }
    bytes[next++] = 0x80 | ((code >> 6) & 0x3f);
  }
  bytes[next++] = 0x80 | (code & 0x3f);
  return next;
}

export interface DecodedCharacter {
  readonly code: number;
  /** Bytes it took: 1 to 4. */
  readonly length: number;
}

/** Smallest code point of each length; a shorter form of the same is not valid. */
const SMALLEST = [0, 0, 0x80, 0x800, 0x10000];

/** The character that begins at `at`, or undefined where the bytes there are no valid UTF-8. */
export function decodeCharacter(bytes: Uint8Array, at: number): DecodedCharacter | undefined {
  const first = bytes[at];
  if (first === undefined) return undefined;
  if (first < 0x80) return { code: first, length: 1 };
  const length = first >= 0xf8 ? 0 : first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 0;
  if (length === 0) return undefined;
  let code = first & (0x7f >> length);
  for (let i = 1; i < length; i++) {
    const byte = bytes[at + i];
    if (byte === undefined || (byte & 0xc0) !== 0x80) return undefined;
    code = (code << 6) | (byte & 0x3f);
  }
  const surrogate = code >= 0xd800 && code < 0xe000;
  return code < SMALLEST[length]! || code > 0x10ffff || surrogate ? undefined : { code, length };
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
