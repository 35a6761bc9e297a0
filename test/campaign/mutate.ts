import type { Random } from "./random.ts";

/** A text from the words of a language, so that most of it is nearly valid. */
export function textOf(random: Random, words: readonly string[], most: number): string {
  let text = "";
  for (let left = 1 + random.below(most); left > 0; left--)
    text += random.chance(0.02) ? String.fromCodePoint(random.below(0x3000)) : random.pick(words);
  return text;
}

/** The same bytes with a few of them flipped, removed, repeated or moved. */
export function damaged(random: Random, sound: Buffer): Buffer {
  let bytes = Buffer.from(sound);
  for (let count = 1 + random.below(4); count > 0 && bytes.length > 0; count--) {
    const at = random.below(bytes.length);
    const length = 1 + random.below(Math.min(16, bytes.length - at));
    const change = random.below(5);
    if (change === 0) bytes[at] = random.below(256);
    else if (change === 1) bytes[at] = bytes[at]! ^ (1 << random.below(8));
    else if (change === 2) bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + length)]);
    else if (change === 3) bytes = Buffer.concat([bytes.subarray(0, at + length), bytes.subarray(at)]);
    else bytes = Buffer.concat([bytes.subarray(0, at), random.bytes(length), bytes.subarray(at)]);
  }
  return bytes;
}

/** Pieces of random sizes, as a socket delivers them. */
export function pieces(random: Random, bytes: Buffer): Buffer[] {
  const cut: Buffer[] = [];
  for (let at = 0; at < bytes.length; ) {
    const length = 1 + random.below(Math.max(1, bytes.length - at));
    cut.push(bytes.subarray(at, at + length));
    at += length;
  }
  return cut;
}
