import { expect, test } from "vitest";
import type { AnyEvent } from "../protocol/events.ts";
import { EventStream } from "./event-stream.ts";

const start = { sequence: 0, offsets: {} };

function stream(maxBytes: number): EventStream {
  return new EventStream({ maxBytes, cursor: start, wants: () => true, left() {} });
}

function exited(sequence: number): AnyEvent {
  return { method: "context_exited", params: { context_id: "c", exit_code: 0, sequence, offset: 0 } };
}

function output(offset: number, text: string): AnyEvent {
  return {
    method: "context_output",
    params: { context_id: "c", data: Buffer.from(text).toString("base64"), offset },
  };
}

async function readAll(events: EventStream): Promise<AnyEvent[]> {
  const read = [];
  for await (const event of events) read.push(event);
  return read;
}

test("hands out events in their order, also to those who wait already", async () => {
  const events = stream(10_000);
  const first = events.next();
  events.push(exited(1));
  events.push(exited(2));
  expect((await first).value).toEqual(exited(1));
  expect((await events.next()).value).toEqual(exited(2));
  expect(events.cursor.sequence).toBe(2);
});

test("tells what it left out, where it would have stood", async () => {
  const events = stream(700);
  for (let n = 1; n <= 3; n++) events.push(exited(n));
  events.push(exited(4));
  events.push(output(0, "abc"));
  events.push(output(3, "de"));
  expect(await Promise.all([1, 2, 3].map(() => events.next()))).toEqual(
    [1, 2, 3].map((n) => ({ done: false, value: exited(n) })),
  );
  events.push(exited(5));
  events.finish(undefined);
  expect(await readAll(events)).toEqual([
    { method: "mullion.gap", params: { kind: "events", from: 4, to: 5, reason: "slow-reader" } },
    {
      method: "mullion.gap",
      params: { kind: "output", context_id: "c", from: 0, to: 5, reason: "slow-reader" },
    },
    exited(5),
  ]);
  expect(events.cursor).toEqual({ sequence: 5, offsets: { c: 5 } });
});

test("ends after what waited was read, with the error once", async () => {
  const events = stream(10_000);
  events.push(exited(1));
  events.finish(new Error("gone"));
  expect((await events.next()).value).toEqual(exited(1));
  await expect(events.next()).rejects.toThrow("gone");
  expect(await events.next()).toEqual({ done: true, value: undefined });
});

test("an event that exceeds the bound reaches a reader that waits, and so does the gap after it", async () => {
  const events = stream(0);
  const first = events.next();
  events.push(exited(1));
  expect((await first).value).toEqual(exited(1));
  events.push(exited(2));
  events.push(exited(3));
  expect((await events.next()).value).toEqual(exited(2));
  const params = { kind: "events", from: 3, to: 4, reason: "slow-reader" };
  expect((await events.next()).value).toEqual({ method: "mullion.gap", params });
});
