import { expect, test } from "vitest";
import { IdleWorld } from "../../test/property/tree-ports.ts";
import { leadingClock } from "./leading-clock.ts";

const PAUSE_MS = 200;

function startSeries() {
  const world = new IdleWorld();
  const { clock } = world.ports;
  const leading = leadingClock(clock);
  const began = clock.now();
  const runs: number[] = [];
  const report = () => leading.after(PAUSE_MS, () => runs.push(clock.now() - began));
  return { world, runs, report };
}

test("the first run is at once, the next one at the end of the pause after it", () => {
  const { world, runs, report } = startSeries();
  report();
  expect(runs).toEqual([]);
  world.pass(0);
  expect(runs).toEqual([0]);
  world.pass(10);
  report();
  world.pass(PAUSE_MS - 11);
  expect(runs).toEqual([0]);
  world.pass(1);
  expect(runs).toEqual([0, PAUSE_MS]);
});

test("a run after a longer silence is at once", () => {
  const { world, runs, report } = startSeries();
  report();
  world.pass(0);
  world.pass(PAUSE_MS);
  report();
  world.pass(0);
  expect(runs).toEqual([0, PAUSE_MS]);
});

test("a run that is cancelled begins no pause", () => {
  const { world, runs, report } = startSeries();
  report()();
  world.pass(0);
  report();
  world.pass(0);
  expect(runs).toEqual([0]);
});

test("a time of day that is set back delays a run by no more than the pause", () => {
  const { world, runs, report } = startSeries();
  report();
  world.pass(0);
  world.now -= 3_600_000;
  report();
  world.pass(PAUSE_MS);
  expect(runs).toHaveLength(2);
});
