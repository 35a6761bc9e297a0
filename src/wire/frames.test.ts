import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { property } from "../../test/fixtures/property.ts";
import {
  decodePreamble,
  encodeFrame,
  encodePreamble,
  type Frame,
  FrameDecoder,
  WIRE_ROLE,
  WireFault,
} from "./frames.ts";

function decode(chunks: readonly Buffer[], maxPayload = 1 << 20): Frame[] {
  const frames: Frame[] = [];
  const decoder = new FrameDecoder(maxPayload, ({ type, payload }) =>
    frames.push({ type, payload: Buffer.from(payload) }),
  );
  for (const chunk of chunks) decoder.push(chunk);
  return frames;
}

property("any cut of the stream gives the same frames", {}, (check) => {
  const frame = fc.record({
    type: fc.nat(255),
    payload: fc.uint8Array({ maxLength: 300 }).map((b) => Buffer.from(b)),
  });
  return check(
    fc.property(fc.array(frame, { maxLength: 12 }), fc.array(fc.nat(5000)), (frames, cuts) => {
      const stream = Buffer.concat(frames.map(({ type, payload }) => encodeFrame(type, payload)));
      const places = [0, ...cuts.filter((cut) => cut < stream.length).sort((a, b) => a - b), stream.length];
      const chunks = places.slice(1).map((end, i) => stream.subarray(places[i], end));
      expect(decode(chunks)).toEqual(frames);
    }),
  );
});

test("a frame inside one chunk is a view, not a copy", () => {
  const chunk = encodeFrame(7, Buffer.from("hello"));
  const decoder = new FrameDecoder(100, ({ payload }) => {
    chunk.fill("x");
    expect(payload.toString()).toBe("xxxxx");
  });
  decoder.push(chunk);
  expect.assertions(1);
});

test("only the frame that is cut is copied, not the frames behind it in the chunk", () => {
  const [cut, next] = [encodeFrame(1, Buffer.from("cut")), encodeFrame(2, Buffer.from("next"))];
  const chunk = Buffer.concat([cut.subarray(6), next]);
  const read: string[] = [];
  const decoder = new FrameDecoder(100, ({ type, payload }) => {
    if (type === 2) chunk.fill("x");
    read.push(payload.toString());
  });
  decoder.push(cut.subarray(0, 6));
  decoder.push(chunk);
  expect(read).toEqual(["cut", "xxxx"]);
});

test("a frame in many pieces is joined once, without anything of earlier frames", () => {
  const frame = encodeFrame(7, Buffer.alloc(1000, "y"));
  const pieces = Array.from({ length: 201 }, (_, i) => frame.subarray(5 * i, 5 * i + 5));
  const joined = vi.spyOn(Buffer, "concat");
  try {
    expect(decode([frame, frame, ...pieces])).toHaveLength(3);
    expect(joined.mock.calls.map(([parts]) => parts.length)).toEqual([201]);
  } finally {
    joined.mockRestore();
  }
});

test("a payload of exactly the allowed size is accepted", () => {
  const frame = encodeFrame(7, Buffer.alloc(100));
  expect(decode([frame], 100)).toHaveLength(1);
  expect(() => decode([frame], 99)).toThrow(WireFault);
});

test("a preamble names its role and version", () => {
  expect(decodePreamble(encodePreamble(WIRE_ROLE.holder, 0x0102))).toEqual({ role: "h", version: 0x0102 });
});

test.each([
  ["one byte short", encodePreamble("c", 1).subarray(0, 7)],
  ["empty", Buffer.alloc(0)],
  ["of another protocol", Buffer.from("GET / HTTP/1.1")],
  ["with one wrong byte", Buffer.from("\xf5MLMc\0\x01\0", "latin1")],
])("a preamble %s is a fault of the sender", (_what, bytes) => {
  const sentence = "this connection does not begin as Mullion's wire does";
  expect(() => decodePreamble(bytes)).toThrow(new WireFault(sentence));
});

test("a frame of 4 GB is refused from its header alone", () => {
  const header = Buffer.from([0xff, 0xff, 0xff, 0xff, 1]);
  expect(() => decode([header])).toThrow(WireFault);
  expect(() => decode([header])).toThrow("a frame of 4294967295 bytes is longer than the 1048576 allowed");
});
