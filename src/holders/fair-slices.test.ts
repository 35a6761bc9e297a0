import { afterEach, expect, it, vi } from "vitest";
import { FairSlices } from "./fair-slices.ts";

const turn = () => new Promise((resolve) => setImmediate(resolve));

afterEach(() => void vi.useRealTimers());

it("gives way to somebody who has come, and never twice in a row", async () => {
  const slices = new FairSlices();
  let done = 0;
  slices.add({
    slice: () => {
      done += 1;
      return done < 3;
    },
  });
  slices.giveWay();
  slices.giveWay();
  await turn();
  expect(done).toBe(0);
  slices.giveWay();
  await turn();
  expect(done).toBeGreaterThan(0);
});

it("rests between turns of many while somebody calls, and does little things meanwhile", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "performance"] });
  const slices = new FairSlices(1);
  const flood = () => {
    vi.advanceTimersByTime(2);
    return true;
  };
  const task = { slice: vi.fn(flood) };
  slices.add(task);
  await turn();
  expect(slices.mayDoNow(10)).toBe(false);
  slices.giveWay();
  await turn();
  await turn();
  const { length } = task.slice.mock.calls;
  expect(slices.mayDoNow(10)).toBe(true);
  await turn();
  await turn();
  expect(task.slice.mock.calls.length).toBe(length);
  vi.advanceTimersByTime(4);
  expect(task.slice.mock.calls.length).toBeGreaterThan(length);
  vi.advanceTimersByTime(100); // The calls have ended.
  expect(slices.mayDoNow(10)).toBe(false);
  slices.remove(task);
});

it("does nothing for a pane that was removed", async () => {
  const slices = new FairSlices();
  const slice = vi.fn(() => false);
  const task = { slice };
  slices.add(task);
  slices.remove(task);
  await turn();
  expect(slice).not.toHaveBeenCalled();
});

/** Counts the slices of one turn; each takes `sliceMs` of a clock that otherwise stands still. */
async function slicesInOneTurn(slices: FairSlices, sliceMs: number): Promise<number> {
  let done = 0;
  const task = {
    slice: () => {
      vi.advanceTimersByTime(sliceMs);
      done += 1;
      return done < 10_000;
    },
  };
  slices.add(task);
  slices.add(task);
  while (done === 0) await turn();
  slices.remove(task);
  return done;
}

it("ends a turn after a millisecond, so that no call waits longer for it", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "performance"] });
  expect(await slicesInOneTurn(new FairSlices(4), 0.25)).toBe(4);
});

it("ends a turn after half of that while callers come and panes flood", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "performance"] });
  const slices = new FairSlices(1);
  slices.giveWay();
  expect(await slicesInOneTurn(slices, 0.25)).toBe(2);
});

it("does not shorten a turn for callers while fewer panes print than there are processors", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "performance"] });
  const slices = new FairSlices(4);
  slices.giveWay();
  expect(await slicesInOneTurn(slices, 0.25)).toBe(4);
});

it("does at most 16 KB outside turns, then waits for the next turn", async () => {
  const slices = new FairSlices();
  expect([slices.mayDoNow(16 * 1024), slices.mayDoNow(1)]).toEqual([true, false]);
  await turn();
  expect(slices.mayDoNow(1)).toBe(true);
});

it("asks a pane for 16 KB at a time", async () => {
  const slices = new FairSlices();
  const slice = vi.fn(() => false);
  slices.add({ slice });
  await turn();
  expect(slice.mock.calls).toEqual([[16 * 1024]]);
});

it("rests no longer once the last call is 50 ms ago", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "performance"] });
  const slices = new FairSlices(1);
  slices.giveWay();
  vi.advanceTimersByTime(50);
  expect(await slicesInOneTurn(slices, 0.25)).toBe(4);
});
