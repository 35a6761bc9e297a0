/**
 * One socket serves several doors: the first byte of a connection decides. 0xF5 never begins UTF-8 text, an HTTP
 * request line begins with a capital letter, and everything else goes to the JSON door, which rejects what is not JSON.
 */
export type DoorKind = "client" | "json" | "http";

export function detectDoor(firstByte: number): DoorKind {
  if (firstByte === 0xf5) return "client";
  return isCapital(firstByte) ? "http" : "json";
}

function isCapital(byte: number): boolean {
  return byte >= 0x41 && byte <= 0x5a;
}
