import { beforeEach, describe, expect, it } from "vitest";
import { IdleWorld } from "../../../test/property/tree-ports.ts";
import type { Mux } from "../mux.ts";
import { collectRecords } from "../records/changes.ts";
import { repairRecords } from "../records/repair.ts";
import type { Session, Winlink } from "../tree/tree.ts";
import { createServer } from "./create-server.ts";

let world: IdleWorld;
let mux: Mux;
let session: Session;
let other: Winlink;
let alerts: string[];

beforeEach(() => {
  world = new IdleWorld();
  mux = createServer({ socketPath: "/tmp/s", ports: world.ports });
  session = mux.createSession({ name: "s", cwd: "/" });
  other = mux.createWindow(session, { detached: true });
  alerts = [];
  for (const name of ["alert-bell", "alert-activity", "alert-silence"] as const)
    mux.server.events.on(name, ({ index }) => alerts.push(`${name} ${index}`));
});

describe("alerts", () => {
  it("flag a window that rang until it is selected", () => {
    mux.paneRang(other.window.active);
    expect(other.bell).toBe(true);
    expect(alerts).toEqual(["alert-bell 1"]);
    mux.selectWindow(other);
    expect(other.bell).toBe(false);
  });

  it("follow monitor-bell", () => {
    other.window.options.set("monitor-bell", "off");
    mux.paneRang(other.window.active);
    expect([other.bell, alerts]).toEqual([false, []]);
  });

  it("tell of activity once until it was seen, and only where it is watched", () => {
    mux.paneOutput(other.window.active);
    expect(other.activity).toBe(false);
    other.window.options.set("monitor-activity", "on");
    mux.paneOutput(other.window.active);
    mux.paneOutput(other.window.active);
    expect(other.activity).toBe(true);
    expect(alerts).toEqual(["alert-activity 1"]);
  });

  it("report silence after monitor-silence seconds, restarted by each output", () => {
    other.window.options.set("monitor-silence", "10");
    world.pass(6_000);
    mux.paneOutput(other.window.active);
    world.pass(6_000);
    expect(alerts).toEqual([]);
    world.pass(4_000);
    expect(alerts).toEqual(["alert-silence 1"]);
    expect(other.silence).toBe(true);
  });

  it("report silence when it would have been reported, after a restart from records", () => {
    other.window.options.set("monitor-silence", "10");
    mux.paneOutput(other.window.active);
    world.pass(6_000);
    const records = repairRecords(collectRecords(mux.allRecords()));
    const later = new IdleWorld();
    later.now = world.now;
    const { server } = createServer({ socketPath: "/tmp/s", ports: later.ports, records });
    server.events.on("alert-silence", ({ index }) => alerts.push(`silence ${index}`));
    later.pass(3_999);
    expect(alerts).toEqual([]);
    later.pass(1);
    expect(alerts).toEqual(["silence 1"]);
  });

  it("do not flag the window that a client looks at", () => {
    mux.attachClient(session, { name: "c", size: { cols: 80, rows: 25 } });
    mux.paneRang(session.current.window.active);
    expect(session.current.bell).toBe(false);
    mux.paneRang(other.window.active);
    expect(other.bell).toBe(true);
  });

  it("lead next-window -a, and are cleared by kill-session -C", () => {
    mux.createWindow(session, { detached: true });
    mux.paneRang(other.window.active);
    mux.nextWindow(session, { alert: true });
    expect(session.current).toBe(other);
    expect(() => mux.nextWindow(session, { alert: true })).toThrow("no next window");
    mux.paneRang(session.links[2]!.window.active);
    mux.clearAlerts(session);
    expect(session.links.some(({ bell }) => bell)).toBe(false);
  });
});
