import { expect, it } from "vitest";
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
