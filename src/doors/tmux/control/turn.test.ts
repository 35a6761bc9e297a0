import { expect, test } from "vitest";
import { Turn } from "./turn.ts";

function setUp() {
  const log: string[] = [];
  let now = 0;
  const clock = { now: () => now, after: () => () => {} };
  const turn = new Turn(clock, () => log.push("afterwards"));
  return { turn, log, pass: (ms: number) => (now += ms) };
}

test("deferred work waits for the last running command", () => {
  const { turn, log } = setUp();
  turn.enter();
  turn.enter();
  turn.later(() => log.push("told"));
  turn.leave();
  expect(log).toEqual([]);
  turn.leave();
  expect(log).toEqual(["told", "afterwards"]);
});

test("deferred work runs soon and in order if no command is running", async () => {
  const { turn, log } = setUp();
  turn.later(() => {
    log.push("first");
    turn.later(() => log.push("third"));
  });
  turn.later(() => log.push("second"));
  expect(log).toEqual([]);
  await Promise.resolve();
  expect(log.slice(0, 4)).toEqual(["first", "second", "third", "afterwards"]);
});

test("deferred work waits for a slow call, because its consequences come after it", async () => {
  const { turn, log, pass } = setUp();
  turn.enter();
  turn.later(() => log.push("told"));
  pass(200);
  turn.later(() => log.push("told too"));
  await Promise.resolve();
  expect(log).toEqual([]);
  turn.leave();
  expect(log).toEqual(["told", "told too", "afterwards"]);
});

test("a stream of calls without a quiet moment delays nothing for long", async () => {
  const { turn, log, pass } = setUp();
  turn.enter();
  turn.later(() => log.push("told"));
  turn.enter();
  turn.leave();
  await Promise.resolve();
  expect(log).toEqual([]);
  pass(200);
  turn.later(() => log.push("told too"));
  await Promise.resolve();
  expect(log).toEqual(["told", "told too", "afterwards"]);
});
