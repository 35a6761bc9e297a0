/**
 * One socket, many doors: the first byte that a connection brings decides. F5 never begins UTF-8 text, an object begins
 * JSON, and a request line of HTTP begins with a letter.
 */
export type Door = "client" | "json" | "http" | "none";

export function detectDoor(firstByte: number): Door {
  if (firstByte === 0xf5) return "client";
  if (firstByte === 0x7b || isSpace(firstByte)) return "json";
  return isLetter(firstByte) ? "http" : "none";
}

function isSpace(byte: number): boolean {
  return byte === 0x20 || (byte >= 0x09 && byte <= 0x0d);
}

function isLetter(byte: number): boolean {
  return (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a);
}
