import { beforeEach, expect, it } from "vitest";
import { IdleWorld } from "../../../test/property/tree-ports.ts";
import type { Mux } from "../mux.ts";
import type { Pane, PaneMode } from "../tree/tree.ts";
import { createServer } from "./create-server.ts";

let mux: Mux;
let pane: Pane;
let told: number;
let happened: string[];

beforeEach(() => {
  mux = createServer({ socketPath: "/tmp/s", ports: new IdleWorld().ports });
  pane = mux.createSession({ name: "s", cwd: "/" }).current.window.active;
  told = 0;
  happened = [];
  mux.server.events.on("pane-mode-changed", () => told++);
});

function mode(name: string): () => PaneMode {
  return () => ({
    name,
    revision: 0,
    cursor: { x: 0, y: 0, visible: false, shape: "default", blinking: false },
    draw: () => {},
    resize: ({ cols, rows }) => happened.push(`${name} ${cols}x${rows}`),
    close: () => happened.push(`${name} closed`),
  });
}

const names = () => pane.modes.map(({ name }) => name);

it("puts a mode on top, and says so", () => {
  expect(mux.enterMode(pane, "a", mode("a"))).toBe(true);
  expect(mux.enterMode(pane, "b", mode("b"))).toBe(true);
  expect(mux.enterMode(pane, "b", mode("other"))).toBe(false);
  expect(names()).toEqual(["b", "a"]);
  expect(told).toBe(2);
});

it("brings one back to the top that was below", () => {
  mux.enterMode(pane, "a", mode("a"));
  mux.enterMode(pane, "b", mode("b"));
  expect(mux.enterMode(pane, "a", mode("other"))).toBe(true);
  expect(names()).toEqual(["a", "b"]);
});

it("gives a new size to the top mode, and to the mode below when it returns to the top", () => {
  mux.enterMode(pane, "a", mode("a"));
  mux.enterMode(pane, "b", mode("b"));
  mux.resizeWindow(pane.window, { cols: 30, rows: 10 });
  mux.leaveMode(pane);
  expect(happened).toEqual(["b 30x10", "b closed", "a 30x10"]);
});

it("leaves all of them when the pane is respawned or killed", () => {
  mux.enterMode(pane, "a", mode("a"));
  mux.enterMode(pane, "b", mode("b"));
  mux.respawnPane(pane, { kill: true });
  expect(names()).toEqual([]);
  mux.enterMode(pane, "a", mode("a"));
  mux.killPane(pane);
  expect(happened.filter((each) => each.endsWith("closed"))).toEqual(["b closed", "a closed", "a closed"]);
});

it("says nothing where there is none to leave", () => {
  mux.leaveMode(pane);
  mux.leaveAllModes(pane);
  expect(told).toBe(0);
});
