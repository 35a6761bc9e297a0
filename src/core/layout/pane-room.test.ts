import { beforeEach, describe, expect, it } from "vitest";
import { IdleWorld } from "../../../test/property/tree-ports.ts";
import { createServer } from "../mux/create-server.ts";
import type { Mux } from "../mux.ts";
import type { Window } from "../tree/tree.ts";

let mux: Mux;
let window: Window;

beforeEach(() => {
  mux = createServer({ socketPath: "/tmp/s", ports: new IdleWorld().ports });
  window = mux.createSession({ name: "s", cwd: "/" }).current.window;
});

const splitMany = (count: number) => {
  for (let n = 0; n < count; n++)
    mux.splitPane(window.active, { direction: n % 2 ? "left-right" : "top-bottom" });
};

describe("a pane that does not fit", () => {
  it("is refused as by tmux where that is asked for", () => {
    mux.server.options.set("pane-room", "refuse");
    expect(() => splitMany(100)).toThrow("no space for new pane");
    const [, last] = [window.panes.length, window.panes.at(-1)!];
    mux.resizeWindow(window, { cols: 1, rows: 1 });
    expect(() => mux.joinPane(last, window.panes[0]!)).toThrow("create pane failed: pane too small");
  });

  it("gets what is missing, and no more", () => {
    mux.resizeWindow(window, { cols: 10, rows: 2 });
    mux.splitPane(window.active);
    expect([window.cols, window.rows]).toEqual([10, 3]);
    mux.splitPane(window.active);
    expect([window.cols, window.rows]).toEqual([10, 5]);
    expect(window.panes.map(({ rows }) => rows)).toEqual([1, 1, 1]);
  });

  it("is found room for a hundred times", () => {
    splitMany(100);
    expect(window.panes).toHaveLength(101);
  });

  it("is found room for over the whole window too", () => {
    mux.resizeWindow(window, { cols: 3, rows: 10 });
    mux.splitPane(window.active, { direction: "left-right" });
    mux.splitPane(window.active, { direction: "left-right", full: true, size: 40 });
    expect(window.panes.map(({ cols }) => cols)).toEqual([1, 1, 40]);
  });

  it("keeps every pane legible while no client is attached, and fits the terminal once one attaches", () => {
    mux.server.options.set("pane-room", "legible");
    splitMany(6);
    for (const pane of window.panes) {
      expect(pane.cols).toBeGreaterThanOrEqual(80);
      expect(pane.rows).toBeGreaterThanOrEqual(24);
    }
    const client = mux.attachClient(window.links[0]!.session, { name: "a", size: { cols: 120, rows: 40 } });
    expect([window.cols, window.rows]).toEqual([120, 39]);
    mux.detachClient(client);
    for (const pane of window.panes) expect(pane.cols).toBeGreaterThanOrEqual(80);
  });
});
