import { beforeEach, describe, expect, it } from "vitest";
import { IdleWorld } from "../../../test/property/tree-ports.ts";
import { expectSound } from "../../../test/property/tree-soundness.ts";
import type { AdoptedPane, Mux } from "../mux.ts";
import { collectRecords } from "../records/changes.ts";
import { repairRecords } from "../records/repair.ts";
import type { PaneStart } from "../tree/tree.ts";
import { createServer } from "./create-server.ts";

const start: PaneStart = {
  command: ["cat"],
  direct: true,
  file: "cat",
  argv: ["cat"],
  shell: "/bin/sh",
  cwd: "/srv",
};

let world: IdleWorld;
let mux: Mux;
beforeEach(() => {
  world = new IdleWorld();
  mux = createServer({ socketPath: "/tmp/s", ports: world.ports });
});

function adopted(part: Partial<AdoptedPane> = {}): AdoptedPane {
  return {
    id: "%7",
    session: { id: "$3", name: "work", cwd: "/srv" },
    window: { id: "@5", index: 4, name: "build", named: true },
    size: { cols: 100, rows: 30 },
    start,
    startedMs: world.now + 1,
    ...part,
  };
}

describe("a program without a record", () => {
  it("gets its own session, window and pane again, under their ids", () => {
    const pane = mux.adoptPane(adopted({ historyLimit: 77, metadata: [["role", "tester"]] }));
    const [link] = pane.window.links;
    expect(pane).toMatchObject({
      id: "%7",
      start,
      historyLimit: 77,
      cols: 100,
      rows: 30,
      process: undefined,
    });
    expect(pane.metadata.get("role")).toBe("tester");
    expect(pane.window).toMatchObject({ id: "@5", name: "build" });
    expect(pane.window.options.flag("automatic-rename")).toBe(false);
    expect(link).toMatchObject({ index: 4, session: { id: "$3", name: "work", cwd: "/srv" } });
    expect(world.processes).toEqual([]);
    expectSound(mux.server);
    // Numbers go on behind those that were used again.
    expect(mux.createSession({ cwd: "/" }).id).toBe("$4");
    expect(mux.splitPane(pane).id).toBe("%9");
  });

  it("joins the panes of its window, and grows that where it must", () => {
    mux.adoptPane(adopted({ size: { cols: 10, rows: 2 } }));
    for (let number = 8; number < 20; number++) mux.adoptPane(adopted({ id: `%${number}` }));
    expect(mux.server.windows.size).toBe(1);
    expect(mux.server.panes.size).toBe(13);
    expectSound(mux.server);
  });

  it("gets a window of its own where its window has no room and may not grow", () => {
    mux.server.options.set("pane-room", "refuse");
    mux.adoptPane(adopted({ size: { cols: 1, rows: 1 } }));
    const pane = mux.adoptPane(adopted({ id: "%8" }));
    expect(pane.window.id).not.toBe("@5");
    expectSound(mux.server);
  });

  it("takes other numbers where its own are taken", () => {
    mux.adoptPane(adopted());
    const pane = mux.adoptPane(adopted({ session: { id: "$3", name: "else", cwd: "/" }, startedMs: 0 }));
    expect([pane.id, pane.window.id, pane.window.links[0]!.session.id]).toEqual(["%8", "@6", "$4"]);
    expect(pane.window.links[0]!.index).toBe(4);
    expectSound(mux.server);
  });

  it("goes to the session that has its id and was renamed", () => {
    const session = mux.createSession({ name: "new name", cwd: "/" });
    const pane = mux.adoptPane(adopted({ session: { id: session.id, name: "old name", cwd: "/" } }));
    expect(pane.window.links[0]!.session).toBe(session);
    expect(session.current.window).not.toBe(pane.window);
  });

  it("is in every session of a group", () => {
    const session = mux.createSession({ name: "work", cwd: "/" });
    const other = mux.createSession({ name: "other", cwd: "/", groupWith: session });
    const pane = mux.adoptPane(adopted());
    expect(other.links.map(({ window }) => window)).toContain(pane.window);
    expectSound(mux.server);
  });

  it("changes records so that the tree is rebuilt with it", () => {
    mux.adoptPane(adopted());
    const records = repairRecords(collectRecords(mux.takeChanges()));
    const again = createServer({ socketPath: "/tmp/s", ports: world.ports, records });
    expect([...again.server.panes.keys()]).toEqual(["%7"]);
    expectSound(again.server);
  });
});
