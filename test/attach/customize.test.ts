import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { startDaemon, type TestDaemon } from "../fixtures/daemon.ts";
import { need } from "../setup/need.ts";
import { customizeScenarios } from "./customize-scenarios.ts";
import { endServers, SideBySide } from "./side-by-side.ts";

describe.runIf(need("tmux"))("a person changes options as in the real tmux", () => {
  let daemon: TestDaemon;
  let name = "";
  let count = 0;
  beforeAll(async () => {
    daemon = await startDaemon();
  });
  afterEach(() => endServers(daemon, name));
  afterAll(() => daemon.stop());

  it.each(Object.entries(customizeScenarios))("%s", async (_, scenario) => {
    name = `customize${++count}`;
    const both = await SideBySide.open(daemon, name, scenario);
    await both.play(scenario.steps);
    const { real, ours } = await both.settle();
    expect(ours).toBe(real);
  });
});
