import { afterAll, beforeAll, describe, it } from "vitest";
import { startDaemon, type TestDaemon } from "../fixtures/daemon.ts";
import { waitFor } from "../fixtures/wait-for.ts";
import { need } from "../setup/need.ts";
import { openTerminal } from "./outer-terminal.ts";
import { playScenarios } from "./play-scenarios.ts";
import { treeScenarios } from "./tree-scenarios.ts";

describe.runIf(need("tmux"))("a person chooses from what the real tmux shows", () => {
  playScenarios("tree", treeScenarios);
});

describe("a person chooses from clients", () => {
  let daemon: TestDaemon;
  beforeAll(async () => {
    daemon = await startDaemon();
  });
  afterAll(() => daemon.stop());

  it("whose names no two servers share", async () => {
    const terminal = await openTerminal(daemon, "tmux new-session -s mine cat; read X");
    await waitFor(async () => (await daemon.tmux("list-clients")).stdout !== "", "a client");
    const name = (await daemon.tmux("list-clients", "-F", "#{client_tty}")).stdout.trim();
    await daemon.tmux("choose-client", "-F", "#{client_width} columns");
    await terminal.see(`(0) ${name}: 80 columns`);
    await terminal.see(`${name} (sort: name)`);
    await terminal.see(/│ ─+ │\n│ \[mine\] 0:/);
    terminal.type("O");
    await terminal.see(`${name} (sort: size)`);
    terminal.type("\r");
    await terminal.see("[detached (from session mine)]");
  });
});
