/** Longest accepted line: enough for a capture of a long history. */
const MAX_LINE_BYTES = 256 * 1024 * 1024;

/** Splits a stream of bytes into lines of text. Chunks of an unfinished line are joined once, when its end arrives. */
export function splitLines(
  take: (line: string) => void,
  maxBytes: number = MAX_LINE_BYTES,
): (chunk: Buffer) => void {
  let parts: Buffer[] = [];
  let size = 0;
  return (chunk) => {
    let start = 0;
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, start)) {
      parts.push(chunk.subarray(start, end));
      const line = Buffer.concat(parts).toString("utf8");
      parts = [];
      size = 0;
      start = end + 1;
      if (line.trim() !== "") take(line);
    }
    if (start === chunk.length) return;
    parts.push(chunk.subarray(start));
    size += chunk.length - start;
    if (size > maxBytes) throw new Error(`a line is longer than ${maxBytes} bytes`);
  };
}
