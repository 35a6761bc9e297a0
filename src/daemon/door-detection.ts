/**
 * One socket, many doors: the first byte that a connection brings decides. F5 never begins UTF-8 text, a request line of
 * HTTP begins with a capital letter, and what is neither is JSON, or is told in JSON that it is none.
 */
export type Door = "client" | "json" | "http";

export function detectDoor(firstByte: number): Door {
  if (firstByte === 0xf5) return "client";
  return isCapital(firstByte) ? "http" : "json";
}

function isCapital(byte: number): boolean {
  return byte >= 0x41 && byte <= 0x5a;
}
