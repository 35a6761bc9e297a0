import { expect, test } from "vitest";
import { EventQueue } from "./event-queue.ts";
import type { SubstrateEvent } from "./substrate.ts";

const place = { session: "s", paneId: "%1" };
const output = (bytes: number): SubstrateEvent => ({ ...place, type: "output", data: new Uint8Array(bytes) });
const typesOf = async (queue: EventQueue, count: number) => {
  const events: SubstrateEvent[] = [];
  for (let left = count; left > 0; left--) events.push((await queue.next()).value);
  return events;
};

test("whoever reads first is served first, before and after the events come", async () => {
  const queue = new EventQueue(10_000);
  const early = [queue.next(), queue.next()];
  queue.push(output(1));
  queue.push(output(2));
  queue.push(output(3));
  const sizes = (await Promise.all([...early, queue.next()])).map(({ value }) => value.data.length);
  expect(sizes).toEqual([1, 2, 3]);
});

test("what does not fit is counted, and told before anything else of that pane", async () => {
  const queue = new EventQueue(2_000);
  queue.push(output(1_500));
  queue.push(output(1_000));
  queue.push(output(7));
  queue.push({ ...place, type: "exited" });
  expect(await typesOf(queue, 3)).toMatchObject([
    { type: "output" },
    { ...place, type: "gap", missedBytes: 1_007 },
    { type: "exited" },
  ]);
});

test("when the reader has caught up, output goes on after the gap", async () => {
  const queue = new EventQueue(2_000);
  queue.push(output(1_500));
  queue.push(output(1_000));
  await queue.next();
  queue.push(output(5));
  expect(await typesOf(queue, 2)).toMatchObject([{ type: "gap", missedBytes: 1_000 }, { type: "output" }]);
});

test("the end: readers are told, and why", async () => {
  const queue = new EventQueue(2_000);
  const waiting = queue.next();
  queue.end(new Error("broken"));
  await expect(waiting).rejects.toThrow("broken");
  queue.push(output(1));
  expect(await queue.next()).toEqual({ done: true, value: undefined });
});

test("output that exceeds the bound reaches a reader that waits, and so does the gap after it", async () => {
  const queue = new EventQueue(0);
  const first = queue.next();
  queue.push(output(9));
  expect((await first).value).toEqual(output(9));
  queue.push(output(2));
  queue.push(output(3));
  expect(await typesOf(queue, 2)).toEqual([output(2), { ...place, type: "gap", missedBytes: 3 }]);
});
