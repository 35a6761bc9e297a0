import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startDaemon, type TestDaemon } from "../fixtures/daemon.ts";
import { waitFor } from "../fixtures/wait-for.ts";
import { need } from "../setup/need.ts";
import { openTerminal } from "./outer-terminal.ts";
import { playScenarios } from "./play-scenarios.ts";
import { popupScenarios } from "./popup-scenarios.ts";

describe.runIf(need("tmux"))("a person sees in a popup what the real tmux shows", () => {
  playScenarios("popup", popupScenarios);
});

describe("a popup that became a pane", () => {
  let daemon: TestDaemon;
  beforeAll(async () => {
    daemon = await startDaemon();
  });
  afterAll(() => daemon.stop());

  it("outlives the daemon as any pane does, with what it showed before", async () => {
    const terminal = await openTerminal(daemon, "tmux new-session -s s cat");
    await waitFor(async () => (await daemon.tmux("list-clients")).stdout !== "", "a client");
    const popup = daemon.tmux("display-popup", "-c", (await clientName()).trim(), "echo before; exec cat");
    await terminal.see("before");
    terminal.type("\x1b[<2;1;1M");
    await terminal.see("To Vertical Pane");
    terminal.type("v");
    await waitFor(async () => (await panes()).length === 2, "another pane");
    expect((await popup).status).toBe(129);
    const shown = async () => (await daemon.tmux("capture-pane", "-pt", "s:0.1")).stdout.trim();
    expect(await shown()).toBe("before");
    const [, [pid]] = (await panes()) as [string[], [string]];
    terminal.type("then\r");
    await waitFor(async () => (await shown()) === "before\nthen\nthen", "the echo");
    await daemon.kill9();
    await daemon.tmux("send-keys", "-t", "s:0.1", "after", "Enter");
    let last = "";
    const isShown = async () => {
      last = await shown();
      return last === "before\nthen\nthen\nafter\nafter";
    };
    await waitFor(isShown, () => `the next echo, after ${JSON.stringify(last)}`);
    expect((await panes())[1]?.[0]).toBe(pid);
    await daemon.tmux("kill-server");
  });

  const clientName = async () => (await daemon.tmux("list-clients", "-F", "#{client_name}")).stdout;
  const panes = async () =>
    (await daemon.tmux("list-panes", "-t", "s", "-F", "#{pane_pid} #{pane_dead}")).stdout
      .trim()
      .split("\n")
      .map((line) => line.split(" "));
});
