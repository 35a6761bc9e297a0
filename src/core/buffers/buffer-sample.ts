import { decodeUtf8, encodeUtf8 } from "../text/utf8.ts";
import { visible } from "../text/visible.ts";

/** Bytes of the data that are read, and bytes of the text that are kept. */
const SAMPLE_BYTES = 200;

/** The beginning of a buffer as one printable line: `#{buffer_sample}`. */
export function bufferSample(data: Uint8Array): string {
  const text = encodeUtf8(visible(data.subarray(0, SAMPLE_BYTES)));
  const cut = data.length > SAMPLE_BYTES || text.length > SAMPLE_BYTES;
  return cut ? `${decodeUtf8(text.subarray(0, SAMPLE_BYTES))}...` : decodeUtf8(text);
}
