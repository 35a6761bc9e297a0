const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const VALUES = new Map([...ALPHABET].map((letter, value) => [letter.charCodeAt(0), value]));

export function encodeBase64(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let i = 0; i < bytes.length; i += 3) {
    const left = bytes.length - i;
    const group = (bytes[i]! << 16) | ((bytes[i + 1] ?? 0) << 8) | (bytes[i + 2] ?? 0);
    const letters = [18, 12, 6, 0].map((shift) => ALPHABET[(group >> shift) & 0x3f]!);
    parts.push(
      left >= 3
        ? letters.join("")
        : letters
            .slice(0, left + 1)
            .join("")
            .padEnd(4, "="),
    );
  }
  return parts.join("");
}

/** Padding is optional; undefined where the text is no base64. */
export function decodeBase64(text: string): Uint8Array | undefined {
  const body = text.replace(/=+$/, "");
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
