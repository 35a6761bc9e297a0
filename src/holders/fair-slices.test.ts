import { expect, it, vi } from "vitest";
import { FairSlices } from "./fair-slices.ts";

const turn = () => new Promise((resolve) => setImmediate(resolve));

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
  const slices = new FairSlices(1);
  const flood = () => {
    const end = performance.now() + 2;
    while (performance.now() < end);
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
  await vi.waitFor(() => expect(task.slice.mock.calls.length).toBeGreaterThan(length + 5));
  slices.remove(task);
});
