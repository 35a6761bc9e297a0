import { crc32 } from "node:zlib";
import { expect, test } from "vitest";
import { decodePosition, decodeSnapshot, encodeSnapshot, SNAPSHOT_HEADER_SIZE } from "./snapshot.ts";

const snapshot = {
  position: { holderKey: 2n ** 63n, offset: 2 ** 40, notifiedOffset: 2 ** 39, replies: 7 },
  screen: Buffer.from("the screen"),
};
const whole = encodeSnapshot(snapshot);

/** The snapshot with other bytes at a place of its header, and a checksum that fits them. */
function changed(at: number, bytes: string): Buffer {
  const copy = Buffer.from(whole);
  copy.write(bytes, at, "latin1");
  copy.writeUInt32LE(crc32(copy.subarray(0, 40)), 40);
  return copy;
}

test("a snapshot is read as it was written, its position from the header alone", () => {
  expect(decodeSnapshot(whole)).toEqual(snapshot);
  expect(decodePosition(whole.subarray(0, SNAPSHOT_HEADER_SIZE))).toEqual(snapshot.position);
  expect(decodePosition(changed(0, "MLNS"))).toEqual(snapshot.position);
});

test("a file that is shorter than a header is none", () => {
  for (let length = 0; length < SNAPSHOT_HEADER_SIZE; length++)
    expect(decodePosition(whole.subarray(0, length))).toBeUndefined();
});

test("a whole file of another kind or a later format is none", () => {
  expect(decodePosition(changed(0, "MLNT"))).toBeUndefined();
  expect(decodePosition(changed(4, "\x03"))).toBeUndefined();
});
