import { withoutEnd } from "./without-end.ts";

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const VALUES = new Map([...ALPHABET].map((each, value) => [each.charCodeAt(0), value]));

export function encodeBase64(bytes: Uint8Array): string {
  const parts: string[] = [];
  const whole = bytes.length - (bytes.length % 3);
  for (let i = 0; i < whole; i += 3) {
    const group = (bytes[i]! << 16) | (bytes[i + 1]! << 8) | bytes[i + 2]!;
    parts.push(ALPHABET[group >> 18]! + letter(group, 12) + letter(group, 6) + letter(group, 0));
  }
  const left = bytes.length - whole;
  if (left > 0) {
    const group = (bytes[whole]! << 16) | ((bytes[whole + 1] ?? 0) << 8);
    parts.push(ALPHABET[group >> 18]! + letter(group, 12) + (left === 2 ? `${letter(group, 6)}=` : "=="));
  }
  return parts.join("");
}

function letter(group: number, shift: number): string {
  return ALPHABET[(group >> shift) & 0x3f]!;
}

/** Padding is optional; undefined where the text is no base64. */
export function decodeBase64(text: string): Uint8Array | undefined {
  const body = withoutEnd(text, "=");
  if (body.length % 4 === 1) return undefined;
  const bytes = new Uint8Array(Math.floor((body.length * 3) / 4));
  let held = 0;
  let bits = 0;
  let used = 0;
  for (let i = 0; i < body.length; i++) {
    const value = VALUES.get(body.charCodeAt(i));
    if (value === undefined) return undefined;
    held = ((held << 6) | value) & 0xffff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes[used++] = (held >> bits) & 0xff;
  }
  return bytes;
}
