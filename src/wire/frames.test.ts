import fc from "fast-check";
import { expect, test } from "vitest";
import { property } from "../../test/fixtures/property.ts";
import { encodeFrame, type Frame, FrameDecoder, WireFault } from "./frames.ts";

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
  const decoder = new FrameDecoder(100, ({ payload }) => expect(payload.buffer).toBe(chunk.buffer));
  decoder.push(chunk);
  expect.assertions(1);
});

test("a frame of 4 GB is refused from its header alone", () => {
  const header = Buffer.from([0xff, 0xff, 0xff, 0xff, 1]);
  expect(() => decode([header])).toThrow(WireFault);
  expect(() => decode([header])).toThrow("a frame of 4294967295 bytes is longer than the 1048576 allowed");
});
