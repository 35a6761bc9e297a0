import { decodeSequence, sequenceLength } from "../text/utf8.ts";
import { NO_WIDTH, widthOf } from "./width.ts";

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
