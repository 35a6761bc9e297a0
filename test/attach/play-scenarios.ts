import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { startDaemon, type TestDaemon } from "../fixtures/daemon.ts";
import type { Scenario } from "./scenario.ts";
import { endServers, SideBySide } from "./side-by-side.ts";

/**
 * A test for each: after the same steps all terminals show the same. `prefix` begins the names of its servers; `compare`
 * looks at what else must be alike.
 */
export function playScenarios(
  prefix: string,
  scenarios: Readonly<Record<string, Scenario>>,
  compare: (both: SideBySide) => void = () => {},
): void {
  let daemon: TestDaemon;
  let name = "";
  let count = 0;
  beforeAll(async () => {
    daemon = await startDaemon();
  });
  afterEach(() => endServers(daemon, name));
  afterAll(() => daemon.stop());

  it.each(Object.entries(scenarios))("%s", async (_, scenario) => {
    name = `${prefix}${++count}`;
    const both = await SideBySide.open(daemon, name, scenario);
    await both.play(scenario.steps);
    const { real, ours, unlent } = await both.settle();
    expect(ours).toBe(real);
    expect(unlent, "without lending the terminal").toBe(real);
    compare(both);
  });
}
