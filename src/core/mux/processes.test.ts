import { beforeEach, describe, expect, it } from "vitest";
import { IdleWorld } from "../../../test/property/tree-ports.ts";
import type { EventName } from "../events.ts";
import type { Mux } from "../mux.ts";
import type { Pane } from "../tree/tree.ts";
import { createServer } from "./create-server.ts";

let world: IdleWorld;
let mux: Mux;
let pane: Pane;
let told: EventName[];

beforeEach(() => {
  world = new IdleWorld();
  const deathMessage = ({ exit }: Pane) => `Pane is dead (status ${exit?.status})`;
  mux = createServer({ socketPath: "/tmp/s", ports: { ...world.ports, deathMessage } });
  const session = mux.createSession({ name: "s", cwd: "/" });
  pane = mux.splitPane(session.current.window.active);
  told = [];
  mux.server.events.onAny((name) => told.push(name));
});

describe("a pane whose process ended", () => {
  it("is closed, and its neighbour takes over", () => {
    const { window } = pane;
    mux.paneExited(pane, { status: 0 });
    expect(window.panes.map(({ id }) => id)).toEqual(["%0"]);
    expect(window.active.id).toBe("%0");
    expect(told).toEqual(["pane-exited", "window-layout-changed", "window-pane-changed", "pane-closed"]);
  });

  it.each([
    ["on", { status: 0 }, true],
    ["off", { status: 1 }, false],
    ["failed", { status: 0 }, false],
    ["failed", { status: 3 }, true],
    ["failed", { signal: 9 }, true],
  ])("with remain-on-exit %s and %o is kept: %s", (rule, exit, kept) => {
    pane.options.set("remain-on-exit", rule);
    mux.paneExited(pane, exit);
    expect(mux.server.panes.has(pane.id)).toBe(kept);
    if (kept) expect(pane).toMatchObject({ process: undefined, exit: { ...exit, time: world.now } });
  });

  it("reports its death on the last line, whatever was left on the screen", () => {
    pane.options.set("remain-on-exit", "on");
    pane.screen.write(new TextEncoder().encode("one\r\ntwo\x1b[2;3r\x1b[?6h\x1b[4h\x1b(0"));
    mux.paneExited(pane, { status: 3 });
    expect(pane.screen.lineText(pane.rows - 1)).toBe("Pane is dead (status 3)");
    expect(pane.screen.lineText(-1)).toBe("one");
    expect(pane.screen.cursor.visible).toBe(false);
  });

  it("ends window, session and server with it", () => {
    mux.killOtherPanes(pane);
    told.length = 0;
    mux.paneExited(pane, { status: 0 });
    expect(mux.server.sessions.size + mux.server.windows.size + mux.server.panes.size).toBe(0);
    expect(told.at(-1)).toBe("server-emptied");
  });

  it("is not meant where it already runs another one", () => {
    const old = pane.process!;
    mux.respawnPane(pane, { kill: true, command: ["top"] });
    mux.paneExited(pane, { signal: 1 }, old);
    expect(mux.server.panes.get(pane.id)).toBe(pane);
    expect(pane.process).not.toBe(old);
  });
});

describe("respawn", () => {
  it("refuses a pane that runs", () => {
    expect(() => mux.respawnPane(pane)).toThrow("respawn pane failed: pane s:0.1 still active");
    const [link] = pane.window.links;
    expect(() => mux.respawnWindow(link!)).toThrow("respawn window failed: window s:0 still active");
  });

  it("runs the same again, or something else, in the same place", () => {
    mux.respawnPane(pane, { kill: true, command: ["ls", "-l"], cwd: "/tmp" });
    mux.respawnPane(pane, { kill: true });
    const last = world.processes.at(-1)!.request;
    expect(last).toMatchObject({ pane: pane.id, file: "ls", argv: ["ls", "-l"], cwd: "/tmp" });
    expect(world.processes.at(-2)!.closed).toBe(true);
  });

  it("clears the screen and forgets the death", () => {
    pane.options.set("remain-on-exit", "on");
    pane.screen.write(new TextEncoder().encode("text"));
    mux.paneExited(pane, { status: 1 });
    mux.respawnPane(pane);
    expect(pane.exit).toBeUndefined();
    expect(pane.screen.lineText(0)).toBe("");
  });
});

describe("a screen", () => {
  it("is made when it is first looked at, in the size the pane has then", () => {
    mux.resizePane(pane, { rows: 5 });
    expect(pane.screen.rows).toBe(5);
    mux.resizePane(pane, { rows: 7 });
    expect(pane.screen.rows).toBe(7);
  });

  it("is brought to the pane's size", () => {
    pane.screen.resize(10, 3);
    expect([pane.screen.cols, pane.screen.rows]).toEqual([pane.cols, pane.rows]);
  });
});
