const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const values = new Int8Array(256).fill(-1);
for (let i = 0; i < alphabet.length; i++) values[alphabet.charCodeAt(i)] = i;
const PAD = 0x3d;

/** The bytes of padded base64, or undefined where it is not that. */
export function decodeBase64(text: Uint8Array): Uint8Array | undefined {
  if (text.length === 0 || text.length % 4 !== 0) return undefined;
  const pads = text.at(-1) !== PAD ? 0 : text.at(-2) !== PAD ? 1 : 2;
  const digits = text.length - pads;
  const out = new Uint8Array((text.length / 4) * 3 - pads);
  let bits = 0;
  let at = 0;
  for (let i = 0; i < digits; i++) {
    const value = values[text[i]!]!;
    if (value < 0) return undefined;
    bits = ((bits << 6) | value) & 0xffffff;
    if (i % 4 === 1) out[at++] = (bits >> 4) & 0xff;
    else if (i % 4 === 2) out[at++] = (bits >> 2) & 0xff;
    else if (i % 4 === 3) out[at++] = bits & 0xff;
  }
  return out;
}
