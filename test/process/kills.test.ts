import { expect, test } from "vitest";
import { soak } from "../../bench/soak.ts";
import { root } from "../fixtures/daemon.ts";

/** The short form of `npm run soak`. */
test("25 times kill -9: nothing lost, doubled or reordered, every process the same", async () => {
  const figures = await soak({ kills: 25, panes: 20, root });
  expect(figures).toMatchObject({
    lost: 0,
    doubled: 0,
    reordered: 0,
    pidsChanged: 0,
    inputs: 50,
    inputsLost: 0,
    inputsDoubled: 0,
    inputsReordered: 0,
  });
  expect(figures.lines).toBeGreaterThan(1000);
}, 300_000);
