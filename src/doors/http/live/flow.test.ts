import { expect, test } from "vitest";
import { Flow } from "./flow.ts";

test("the window closes as bytes are sent and opens as they are acknowledged", () => {
  const flow = new Flow(100, 0);
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
  const flow = new Flow(100, 0);
  flow.sent(60, 60);
  expect(flow.acknowledge(59)).toBe(true);
  expect(flow.room).toBe(40);
});

test("rejects an acknowledgement of bytes that were never sent", () => {
  const flow = new Flow(100, 10);
  expect(flow.acknowledge(11)).toBe(false);
  expect(flow.acknowledge(10)).toBe(true);
  flow.sent(20, 10);
  flow.restart();
  expect(flow.acknowledge(20)).toBe(false);
});
