const SPACE = 0x20;
const BACKSLASH = 0x5c;
const ZERO = 0x30;

/** Escapes pane output for one line: control characters and backslashes as `\ooo`, all other bytes unchanged. */
export function escapeOutput(bytes: Uint8Array): Uint8Array {
  let escapes = 0;
  for (const byte of bytes) if (byte < SPACE || byte === BACKSLASH) escapes++;
  if (escapes === 0) return bytes;
  const escaped = new Uint8Array(bytes.length + escapes * 3);
  let at = 0;
  for (const byte of bytes) {
    if (byte >= SPACE && byte !== BACKSLASH) {
      escaped[at++] = byte;
      continue;
    }
    escaped[at++] = BACKSLASH;
    escaped[at++] = ZERO + (byte >> 6);
    escaped[at++] = ZERO + ((byte >> 3) & 7);
    escaped[at++] = ZERO + (byte & 7);
  }
  return escaped;
}
