import { expect, test, vi } from "vitest";
import { Flow } from "./flow.ts";

test("the window closes as bytes are sent and opens as they are acknowledged", () => {
  const flow = new Flow({ most: 100, start: 0, adapts: false });
  flow.sent(60, 60);
  expect(flow.room).toBe(40);
  flow.sent(130, 70);
  expect(flow.room).toBe(0);
  expect(flow.acknowledge(60)).toBe(true);
  expect(flow.room).toBe(30);
  expect(flow.acknowledge(60)).toBe(true);
  expect(flow.room).toBe(30);
  expect(flow.acknowledge(130)).toBe(true);
  expect(flow.room).toBe(100);
});

test("an acknowledgement in the middle of a stretch does not count for it", () => {
  const flow = new Flow({ most: 100, start: 0, adapts: false });
  flow.sent(60, 60);
  expect(flow.acknowledge(59)).toBe(true);
  expect(flow.room).toBe(40);
});

test("rejects an acknowledgement of bytes that were never sent", () => {
  const flow = new Flow({ most: 100, start: 10, adapts: false });
  expect(flow.acknowledge(11)).toBe(false);
  expect(flow.acknowledge(10)).toBe(true);
  flow.sent(20, 10);
  flow.restart();
  expect(flow.acknowledge(20)).toBe(false);
});

const MOST = 256 * 1024;

/** Sends a window at a time over a link that carries `perSecond` bytes; milliseconds that the last window took. */
function flood(flow: Flow, { perSecond, latencyMs }: { perSecond: number; latencyMs: number }, windows = 50) {
  let [offset, took] = [0, 0];
  for (let i = 0; i < windows; i++) {
    const bytes = flow.room;
    offset += bytes;
    flow.sent(offset, bytes);
    took = latencyMs + (bytes * 1_000) / perSecond;
    vi.advanceTimersByTime(took);
    flow.acknowledge(offset);
  }
  return took;
}

test.each([
  ["a machine's own browser", { perSecond: 50 << 20, latencyMs: 1 }, MOST, 20],
  ["a fast link to the other side of the world", { perSecond: 2 << 20, latencyMs: 300 }, 128 * 1024, 600],
  ["a slow phone", { perSecond: 50 << 10, latencyMs: 300 }, 8 * 1024, 1_000],
])("the window suits %s", (_what, link, least, mostMs) => {
  vi.useFakeTimers({ toFake: ["performance"] });
  try {
    const flow = new Flow({ most: MOST, start: 0, adapts: true });
    expect(flood(flow, link)).toBeLessThanOrEqual(mostMs);
    expect(flow.room).toBeGreaterThanOrEqual(least);
  } finally {
    vi.useRealTimers();
  }
});

test("half of an odd window has no half byte of room, which would never be filled", () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  try {
    const flow = new Flow({ most: MOST, start: 0, adapts: true });
    flow.sent(1, 1);
    flow.acknowledge(1);
    const { room } = flow;
    expect(room % 2).toBe(1);
    flow.sent(1 + room, room);
    vi.advanceTimersByTime(5_000);
    flow.acknowledge(1 + room);
    expect(flow.room).toBe((room - 1) / 2);
  } finally {
    vi.useRealTimers();
  }
});
