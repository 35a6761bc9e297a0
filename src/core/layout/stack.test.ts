import { beforeEach, describe, expect, it } from "vitest";
import { IdleWorld } from "../../../test/property/tree-ports.ts";
import { createServer } from "../mux/create-server.ts";
import type { Mux } from "../mux.ts";
import { collectRecords } from "../records/changes.ts";
import { repairRecords } from "../records/repair.ts";
import type { Pane, Window } from "../tree/tree.ts";

let world: IdleWorld;
let mux: Mux;
let window: Window;

beforeEach(() => {
  world = new IdleWorld();
  mux = createServer({ socketPath: "/tmp/s", ports: world.ports });
  window = mux.createSession({ cwd: "/" }).current.window;
  for (let count = 1; count < 4; count++) mux.splitPane(window.active, { direction: "left-right" });
});

const place = ({ left, top, cols, rows }: Pane) => [left, top, cols, rows];
const places = () => window.panes.map(place);

describe("the stack view", () => {
  it("leaves a line to every other pane, whose sizes stay, and ends as it began", () => {
    const before = places();
    mux.toggleStack(window.panes[1]!);
    expect(window.stacked).toBe(true);
    expect(place(window.panes[1]!)).toEqual([0, 1, 80, 21]);
    expect(places().toSpliced(1, 1)).toEqual(before.toSpliced(1, 1));
    mux.toggleStack(window.active);
    expect(window.stacked).toBe(false);
    expect(places()).toEqual(before);
  });

  it("stays when another pane is selected, made or closed, and when the window has another size", () => {
    mux.toggleStack(window.panes[0]!);
    mux.selectPane(window.panes[3]!);
    expect(place(window.active)).toEqual([0, 3, 80, 21]);
    mux.splitPane(window.active, { direction: "top-bottom" });
    expect(place(window.panes[4]!)).toEqual([0, 4, 80, 20]);
    mux.killPane(window.active);
    mux.killPane(window.panes[0]!);
    expect(window.stacked).toBe(true);
    expect(place(window.active)).toEqual([0, window.panes.indexOf(window.active), 80, 22]);
    mux.resizeWindow(window, { cols: 60, rows: 30 });
    expect(place(window.active)).toEqual([0, window.panes.indexOf(window.active), 60, 28]);
  });

  it("ends with a zoom, and where one pane is left", () => {
    mux.toggleStack(window.active);
    mux.toggleZoom(window.active);
    expect([window.zoomed, window.stacked]).toEqual([false, false]);
    mux.toggleStack(window.active);
    for (const pane of window.panes.slice(1)) mux.killPane(pane);
    expect([window.zoomed, window.stacked]).toEqual([false, false]);
    expect(places()).toEqual([[0, 0, 80, 24]]);
  });

  it("gives the lines at most half of the window, to the panes around the readable one", () => {
    mux.resizeWindow(window, { cols: 80, rows: 5 });
    mux.toggleStack(window.panes[2]!);
    expect(place(window.active)).toEqual([0, 1, 80, 3]);
    mux.selectPane(window.panes[3]!);
    expect(place(window.active)).toEqual([0, 2, 80, 3]);
  });

  it("outlives the daemon", () => {
    mux.toggleStack(window.panes[2]!);
    const records = repairRecords(collectRecords(mux.allRecords()));
    const again = createServer({ socketPath: "/tmp/s", ports: world.ports, records });
    const restored = again.server.windows.get(window.id)!;
    expect(restored.stacked).toBe(true);
    expect(restored.panes.map(place)).toEqual(places());
    expect(restored.layout).toMatchObject({ top: 2, rows: 21 });
  });
});
