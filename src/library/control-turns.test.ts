import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { ControlTurns } from "./control-turns.ts";

/** Tasks that end on command, and a record of when each ran. */
function stage() {
  const seen: string[] = [];
  const turns = new ControlTurns(async () => {
    seen.push("noticed");
  });
  const ends = new Map<string, () => void>();
  const task = (name: string) => () => {
    seen.push(`${name} begins`);
    return new Promise<void>((resolve) => {
      ends.set(name, () => {
        seen.push(`${name} ends`);
        resolve();
      });
    });
  };
  const end = async (name: string) => {
    ends.get(name)!();
    await nextTurn();
  };
  return { turns, seen, task, end };
}

test("those of one kind go on side by side, the other kind waits for all of them", async () => {
  const { turns, seen, task, end } = stage();
  void turns.telling(task("a"));
  void turns.telling(task("b"));
  void turns.opening(task("c"));
  void turns.opening(task("d"));
  await nextTurn();
  expect(seen).toEqual(["a begins", "b begins"]);
  await end("b");
  expect(seen).toEqual(["a begins", "b begins", "b ends"]);
  await end("a");
  expect(seen.slice(3)).toEqual(["a ends", "c begins", "d begins"]);
});

test("whoever comes later does not overtake one that waits", async () => {
  const { turns, seen, task, end } = stage();
  void turns.opening(task("a"));
  void turns.telling(task("b"));
  void turns.opening(task("c"));
  await nextTurn();
  await end("a");
  expect(seen).toEqual(["a begins", "a ends", "b begins"]);
  await end("b");
  expect(seen.slice(3)).toEqual(["b ends", "c begins"]);
});

test("a failure is the caller's alone", async () => {
  const { turns } = stage();
  const failing = turns.opening(() => Promise.reject(new Error("no")));
  const next = turns.telling(() => Promise.resolve("yes"));
  await expect(failing).rejects.toThrow("no");
  expect(await next).toBe("yes");
});

test("who connects after one left waits until that was noticed", async () => {
  const { turns, seen, task, end } = stage();
  void turns.leaving(task("a"));
  void turns.opening(task("b"));
  void turns.opening(task("c"));
  await nextTurn();
  await end("a");
  expect(seen).toEqual(["a begins", "a ends", "noticed", "b begins", "c begins"]);
});

test("a call that is aborted while it waits rejects at once, never begins and delays nothing", async () => {
  const { turns, seen, task, end } = stage();
  const stop = new AbortController();
  const reason = new Error("enough");
  void turns.opening(task("a"));
  const aborted = turns.telling(task("b"), stop.signal);
  void turns.telling(task("c"));
  void turns.opening(task("d"));
  await nextTurn();
  stop.abort(reason);
  await expect(aborted).rejects.toBe(reason);
  expect(seen).toEqual(["a begins"]);
  await end("a");
  expect(seen.slice(1)).toEqual(["a ends", "c begins"]);
  await end("c");
  expect(seen.slice(3)).toEqual(["c ends", "d begins"]);
});

test("a call that waited only for an aborted one begins at once", async () => {
  const { turns, seen, task, end } = stage();
  const stop = new AbortController();
  void turns.opening(task("a"));
  const aborted = turns.telling(task("b"), stop.signal);
  void turns.opening(task("c"));
  stop.abort(new Error("enough"));
  await expect(aborted).rejects.toThrow("enough");
  expect(seen).toEqual(["a begins", "c begins"]);
  void turns.telling(task("d"));
  await end("a");
  expect(seen.slice(2)).toEqual(["a ends"]);
  await end("c");
  expect(seen.slice(3)).toEqual(["c ends", "d begins"]);
});

test("a call that is aborted before its turn is requested never begins", async () => {
  const { turns, seen, task } = stage();
  const reason = new Error("enough");
  await expect(turns.opening(task("a"), AbortSignal.abort(reason))).rejects.toBe(reason);
  expect(seen).toEqual([]);
});

test("a call that has begun handles its signal itself", async () => {
  const { turns, task, end } = stage();
  const stop = new AbortController();
  const running = turns.telling(task("a"), stop.signal);
  await nextTurn();
  stop.abort(new Error("enough"));
  await end("a");
  expect(await running).toBeUndefined();
});
