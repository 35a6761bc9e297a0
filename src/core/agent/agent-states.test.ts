import { beforeEach, describe, expect, it } from "vitest";
import { IdleWorld } from "../../../test/property/tree-ports.ts";
import { createServer } from "../mux/create-server.ts";
import type { Mux } from "../mux.ts";
import { collectRecords } from "../records/changes.ts";
import { repairRecords } from "../records/repair.ts";
import type { Pane } from "../tree/tree.ts";
import { QUIET_MS } from "./explain-state.ts";

let world: IdleWorld;
let mux: Mux;
let pane: Pane;

beforeEach(() => {
  world = new IdleWorld();
  mux = createServer({ socketPath: "/tmp/s", ports: world.ports });
  mux.server.windowOptions.set("remain-on-exit", "on");
  mux.createSession({ cwd: "/" });
  pane = [...mux.server.panes.values()][0]!;
});

const standing = () => mux.server.agents.of(pane);
const write = (text: string) => pane.screen.write(new TextEncoder().encode(text));

describe("how a pane's program is doing", () => {
  it("is working while nothing says otherwise", () => {
    expect(standing()).toMatchObject({ state: "working", because: "its program runs" });
  });

  it.each([
    [{ status: 0 }, "done", "its program ended with status 0"],
    [{ status: 3 }, "failed", "its program ended with status 3"],
    [{ signal: 9 }, "failed", "its program was ended by signal 9"],
  ])("follows its end: %o", (exit, state, because) => {
    mux.paneExited(pane, exit);
    expect(standing()).toMatchObject({ state, because });
  });

  it("is what its metadata says", () => {
    mux.setPaneMetadata(pane, [["state", "waiting"]]);
    expect(standing().state).toBe("waiting");
    mux.setPaneMetadata(pane, [["state", "of no meaning"]]);
    expect(standing().state).toBe("working");
  });

  it("waits from a bell or a notification until a key is typed", () => {
    mux.paneRang(pane);
    expect(standing()).toMatchObject({ state: "waiting", because: "it rang, and nobody has typed since" });
    world.pass(1);
    mux.paneTyped(pane);
    expect(standing().state).toBe("working");
    world.pass(1);
    mux.paneNotified(pane, "may I?");
    expect(standing().because).toBe('it notified "may I?", and nobody has typed since');
  });

  it("follows the marks of its shell", () => {
    mux.panePrompted(pane, { kind: "prompt" });
    expect(standing()).toMatchObject({ state: "done", because: "its shell is at the prompt" });
    mux.panePrompted(pane, { kind: "output" });
    expect(standing().state).toBe("working");
    mux.panePrompted(pane, { kind: "done", status: 2 });
    mux.panePrompted(pane, { kind: "prompt" });
    expect(standing()).toMatchObject({ state: "failed" });
    expect(standing().because).toContain("status 2");
    mux.panePrompted(pane, { kind: "output" });
    mux.panePrompted(pane, { kind: "done", status: 0 });
    expect(standing().state).toBe("done");
  });

  it("waits where a program that reads keys is quiet, and only there", () => {
    mux.paneOutput(pane);
    world.pass(QUIET_MS);
    expect(standing().state).toBe("working");
    write("\x1b[?2004h");
    expect(standing().state).toBe("waiting");
    mux.paneOutput(pane);
    expect(standing().state).toBe("working");
  });
});

describe("a change", () => {
  it("is reported once, with the previous state", () => {
    const told: unknown[] = [];
    mux.server.events.on("pane-state-changed", ({ state, before }) => told.push([before, state]));
    expect(standing().state).toBe("working");
    mux.paneRang(pane);
    mux.paneRang(pane);
    world.pass(5);
    mux.paneTyped(pane);
    mux.paneExited(pane, { status: 1 });
    expect(told).toEqual([
      ["working", "waiting"],
      ["waiting", "working"],
      ["working", "failed"],
    ]);
  });

  it("to waiting after silence is reported when it happens, however much was printed before", () => {
    write("\x1b[?1049h");
    const told: string[] = [];
    mux.server.events.on("pane-state-changed", ({ state }) => told.push(state));
    mux.paneOutput(pane);
    world.pass(QUIET_MS - 1);
    mux.paneOutput(pane);
    world.pass(QUIET_MS - 1);
    expect(told).toEqual([]);
    world.pass(1);
    expect(told).toEqual(["waiting"]);
  });
});

it("outlives the daemon, as far as it is written down", () => {
  mux.paneNotified(pane, "done, look");
  const records = repairRecords(collectRecords(mux.allRecords()));
  const again = createServer({ socketPath: "/tmp/s", ports: world.ports, records });
  const restored = again.server.panes.get(pane.id)!;
  again.attachProcess(restored, pane.process!);
  expect(again.server.agents.of(restored).because).toContain("done, look");
});

it("starts again with another program in the pane", () => {
  mux.paneRang(pane);
  mux.respawnPane(pane, { kill: true });
  expect(standing().state).toBe("working");
});

it("also reports the first event of a pane", () => {
  const told: string[] = [];
  mux.server.events.on("pane-state-changed", ({ state, before }) => told.push(`${before} to ${state}`));
  mux.paneNotified(pane, "at once");
  expect(told).toEqual(["working to waiting"]);
});
