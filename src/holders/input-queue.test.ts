import { expect, test, vi } from "vitest";
import { FrameDecoder } from "../wire/frames.ts";
import { InputQueue } from "./input-queue.ts";

/** A queue and the frames it sent, as [id, text]. */
function setUp() {
  const queue = new InputQueue();
  const sent: [bigint, string][] = [];
  const decoder = new FrameDecoder(1 << 20, ({ payload }) =>
    sent.push([payload.readBigUInt64LE(), payload.subarray(8).toString()]),
  );
  const connect = () =>
    queue.connect({
      send(frame, onHanded) {
        decoder.push(frame);
        onHanded();
      },
    });
  return { queue, sent, connect, type: (text: string, id: bigint) => queue.write(Buffer.from(text), id) };
}

test("input waits for a holder, and goes in order", async () => {
  const { queue, sent, connect, type } = setUp();
  const first = type("a", 1n);
  const second = type("b", 2n);
  expect(sent).toEqual([]);
  connect();
  await Promise.all([first.handed, second.handed]);
  expect(sent).toEqual([
    [1n, "a"],
    [2n, "b"],
  ]);
  queue.onTaken(2n);
  await second.taken;
  queue.onTaken(1n);
  await first.taken;
});

test("what was not taken is sent again over a new connection", () => {
  const { queue, sent, connect, type } = setUp();
  connect();
  type("a", 1n);
  type("b", 2n);
  queue.onTaken(1n);
  queue.disconnect();
  type("c", 3n);
  expect(sent).toHaveLength(2);
  sent.length = 0;
  connect();
  expect(sent).toEqual([
    [2n, "b"],
    [3n, "c"],
  ]);
});

test("a write of several frames is acknowledged with its last frame, and other writes with theirs", async () => {
  const { queue, type } = setUp();
  const handed: (() => void)[] = [];
  queue.connect({ send: (_frame, onHanded) => handed.push(onHanded) });
  const events: string[] = [];
  const long = type("x".repeat(2 * 64 * 1024), 5n);
  void long.handed.then(() => events.push("handed"));
  void long.taken.then(() => events.push("taken"));
  const settled = () => new Promise<void>(setImmediate);
  expect(handed).toHaveLength(2);
  handed[0]!();
  queue.onTaken(5n);
  queue.onTaken(4n); // Of another connection.
  await settled();
  expect(events).toEqual([]);
  handed[1]!();
  await settled();
  expect(events).toEqual(["handed"]);
  queue.onTaken(6n);
  await settled();
  expect(events).toEqual(["handed", "taken"]);
});

test("an empty write is done at once, and nothing is sent for it", async () => {
  const { sent, connect, type } = setUp();
  const { handed, taken } = type("", 1n);
  await Promise.all([handed, taken]);
  connect();
  expect(sent).toEqual([]);
});

test("a queue is idle while it is connected and nothing waits", () => {
  const { queue, connect, type } = setUp();
  expect(queue.idle).toBe(false);
  connect();
  type("a", 1n);
  expect(queue.idle).toBe(true);
  queue.hold();
  type("b", 2n);
  expect(queue.idle).toBe(false);
  queue.release();
  queue.disconnect();
  expect(queue.idle).toBe(false);
});

test("a closed gate holds what is typed, and lets answers through", () => {
  const { queue, sent, connect, type } = setUp();
  connect();
  queue.hold();
  type("typed", 1n);
  queue.reply(Buffer.from("answer"), 2n);
  expect(sent).toEqual([[2n, "answer"]]);
  queue.release();
  expect(sent).toEqual([
    [2n, "answer"],
    [1n, "typed"],
  ]);
});

test("a child that does not read gets no more than a holder queues", () => {
  const { queue, sent, connect, type } = setUp();
  connect();
  type("x".repeat(2_000_000), 1n);
  type("after", 1000n);
  const bytes = () => sent.reduce((sum, [, text]) => sum + text.length, 0);
  expect(bytes()).toBeLessThan(1024 * 1024);
  for (let i = 0; i < sent.length; i++) queue.onTaken(sent[i]![0]);
  expect(bytes()).toBe(2_000_005);
  expect(sent.at(-1)).toEqual([1000n, "after"]);
  expect(sent.slice(0, -1).map(([id]) => id)).toEqual([...sent.keys()].slice(1).map(BigInt));
});

test("answers that the application does not read are bounded, and the oldest are kept", () => {
  const { queue, sent, connect } = setUp();
  connect();
  const answer = (number: number) => queue.reply(Buffer.from(`answer ${number};`), BigInt(number));
  for (let number = 1; number <= 100_000; number++) answer(number);
  for (let i = 0; i < sent.length; i++) queue.onTaken(sent[i]![0]);
  const bytes = sent.reduce((sum, [, text]) => sum + text.length, 0);
  expect(bytes).toBeGreaterThan(8 * 1024);
  expect(bytes).toBeLessThanOrEqual(16 * 1024);
  expect(sent.map(([id]) => Number(id))).toEqual(sent.map((_, index) => index + 1));
  answer(200_000);
  expect(sent.at(-1)![0]).toBe(200_000n);
});

test("answers fill their bound to the last byte", () => {
  const { queue, sent, connect } = setUp();
  connect();
  queue.reply(Buffer.alloc(16 * 1024), 1n);
  queue.reply(Buffer.alloc(1), 2n);
  expect(sent.map(([id]) => id)).toEqual([1n]);
});

test("a program that does not read fills the queue, and one that reads again empties it", async () => {
  vi.useFakeTimers();
  try {
    const { queue, sent, connect, type } = setUp();
    connect();
    const long = type("x".repeat(600_000), 1n);
    expect(queue.isFull).toBe(false);
    vi.advanceTimersByTime(1_000);
    expect(queue.isFull).toBe(true);
    await long.handed;
    await type("answered at once", 1000n).handed;
    queue.onTaken(sent[0]![0]);
    expect(queue.isFull).toBe(false);
    for (let i = 1; i < sent.length; i++) queue.onTaken(sent[i]![0]);
    await long.taken;
  } finally {
    vi.useRealTimers();
  }
});

test("only input that waits for a holder without room counts as unread", () => {
  vi.useFakeTimers();
  try {
    const fillsHolder = setUp();
    fillsHolder.connect();
    fillsHolder.type("x".repeat(8 * 64 * 1024), 1n);
    expect(fillsHolder.sent).toHaveLength(8);
    const waitsForGate = setUp();
    waitsForGate.connect();
    waitsForGate.queue.hold();
    waitsForGate.type("typed", 1n);
    const onItsWay = setUp();
    onItsWay.connect();
    onItsWay.type("typed", 1n);
    vi.advanceTimersByTime(10_000);
    expect([fillsHolder, waitsForGate, onItsWay].map(({ queue }) => queue.isFull)).toEqual([
      false,
      false,
      false,
    ]);
  } finally {
    vi.useRealTimers();
  }
});

test("input that was sent leaves room for more", () => {
  const { queue, connect, type } = setUp();
  connect();
  const text = "x".repeat(64 * 1024);
  for (let id = 1n; id <= 300n; id++) {
    type(text, id);
    queue.onTaken(id);
  }
  expect(queue.isFull).toBe(false);
});

test("a holder that remembers more ids is given more", () => {
  const { queue, type } = setUp();
  let count = 0;
  queue.connect({ send: () => count++ }, 1024);
  for (let i = 1; i <= 2000; i++) type("x", BigInt(i));
  expect(count).toBe(512);
});

test("when the pane ends, callers that wait are notified", async () => {
  const { queue, connect, type } = setUp();
  connect();
  const sent = type("a", 1n);
  queue.hold();
  const held = type("b", 2n);
  queue.end();
  const late = type("c", 3n);
  await Promise.all([sent.handed, held.handed, late.handed]);
  const gone = { code: "no-such-pane", message: "the pane's process has ended" };
  for (const { taken } of [sent, held, late]) await expect(taken).rejects.toMatchObject(gone);
});

test.each([
  ["16 MB", 256, 64 * 1024],
  ["16384 writes", 16 * 1024, 1],
])("a queue is full at %s that wait", (_bound, writes, bytes) => {
  const { queue, type } = setUp();
  const text = "x".repeat(bytes);
  for (let i = 1; i < writes; i++) type(text, BigInt(i) << 20n);
  expect(queue.isFull).toBe(false);
  type(text, 0n);
  expect(queue.isFull).toBe(true);
});
